"""What is refused because of a log, a recording or a picture, in four languages."""

from __future__ import annotations

from bura_server.refusal_row import Row

LOGS: tuple[Row, ...] = (
    (
        "the log {log} is in use by another bura: end that one, or choose another log with --log",
        "the log {log} is in use by another bura: end that one",
        "журнал {log} занят другой программой bura: завершите её",
        "журнал {log} зайнятий іншою програмою bura: завершіть її",
        "ჟურნალი {log} სხვა bura პროგრამას უკავია: დაასრულეთ ის",
    ),
    (
        "table {table} of the database {name} is in use by another bura: end that one",
        None,
        "этот стол ведёт другая программа bura: завершите её",
        "цей стіл веде інша програма bura: завершіть її",
        "ამ მაგიდას სხვა bura პროგრამა უყურებს: დაასრულეთ ის",
    ),
    (
        "the log {log} cannot be written: {why}",
        None,
        "журнал {log} не записывается: {why}",
        "журнал {log} не записується: {why}",
        "ჟურნალი {log} ვერ იწერება: {why}",
    ),
    (
        "the log {log} cannot be set aside: {why}",
        None,
        "журнал {log} не удалось отложить: {why}",
        "журнал {log} не вдалося відкласти: {why}",
        "ჟურნალი {log} ვერ გადაიდო: {why}",
    ),
    (
        "the log {log} cannot be read: {why}",
        None,
        "журнал {log} не читается: {why}",
        "журнал {log} не читається: {why}",
        "ჟურნალი {log} ვერ იკითხება: {why}",
    ),
    (
        "the log {log} cannot be gone on with: {why}",
        "the last log cannot be gone on with: {why}",
        "последний журнал не продолжить: {why}",
        "останній журнал не продовжити: {why}",
        "ბოლო ჟურნალი ვერ გაგრძელდება: {why}",
    ),
    (
        "the log {log} cannot be deleted ({why}): nothing was deleted",
        None,
        "журнал {log} не удалось удалить ({why}): ничего не удалено",
        "журнал {log} не вдалося видалити ({why}): нічого не видалено",
        "ჟურნალი {log} ვერ წაიშალა ({why}): არაფერი წაშლილა",
    ),
    (
        "the names of the last table cannot be deleted from {file} ({why}): delete that file by hand",
        None,
        "имена за последним столом не удалось удалить из {file} ({why}): удалите этот файл вручную",
        "імена за останнім столом не вдалося видалити з {file} ({why}): видаліть цей файл вручну",
        "ბოლო მაგიდის სახელები ვერ წაიშალა ფაილიდან {file} ({why}): წაშალეთ ეს ფაილი ხელით",
    ),
    (
        "the log {log} is of seats {seats}, the table has {own}: begin another with --new",
        "the last log is of seats {seats}, the table has {own}: begin a new game",
        "последний журнал для мест {seats}, а за столом {own}: начните новую игру",
        "останній журнал для місць {seats}, а за столом {own}: почніть нову гру",
        "ბოლო ჟურნალი ადგილებისთვისაა {seats}, მაგიდასთან კი {own}: დაიწყეთ ახალი თამაში",
    ),
    (
        "the log {log} is a folder: name a file in it",
        None,
        "вместо журнала {log} папка: освободите это имя",
        "замість журналу {log} тека: звільніть це ім’я",
        "ჟურნალ {log}-ის ნაცვლად საქაღალდეა: გაათავისუფლეთ ეს სახელი",
    ),
    (
        "the log {log} is not a plain file: name another",
        None,
        "{log} не обычный файл: освободите это имя",
        "{log} не звичайний файл: звільніть це ім’я",
        "{log} ჩვეულებრივი ფაილი არ არის: გაათავისუფლეთ ეს სახელი",
    ),
    (
        "{log} is not a Bura log ({why}): name another file, this one is untouched",
        None,
        "{log} не журнал этой программы: файл не тронут",
        "{log} не журнал цієї програми: файл не зачеплено",
        "{log} ამ პროგრამის ჟურნალი არ არის: ფაილი ხელუხლებელია",
    ),
    (
        "line {n} of {log} is broken ({why}): restore it, the log is untouched",
        None,
        "строка {n} журнала {log} повреждена: восстановите его из копии, файл не тронут",
        "рядок {n} журналу {log} пошкоджено: відновіть його з копії, файл не зачеплено",
        "ჟურნალ {log}-ის სტრიქონი {n} დაზიანებულია: აღადგინეთ ასლიდან, ფაილი ხელუხლებელია",
    ),
    (
        "line {n} of {log} has seq {seq} where {due} is due: an entry is missing or doubled, the log is untouched",
        None,
        "в строке {n} журнала {log} запись {seq} вместо {due}: файл не тронут, восстановите его из копии",
        "у рядку {n} журналу {log} запис {seq} замість {due}: файл не зачеплено, відновіть його з копії",
        "ჟურნალ {log}-ის სტრიქონში {n} ჩანაწერია {seq}, უნდა იყოს {due}: ფაილი ხელუხლებელია, აღადგინეთ ასლიდან",
    ),
    (
        "the torn end of {log} cannot be cut off: {why}",
        None,
        "оборванный конец журнала {log} не отрезать: {why}",
        "обірваний кінець журналу {log} не відрізати: {why}",
        "ჟურნალ {log}-ის დაზიანებული ბოლო ვერ მოიჭრა: {why}",
    ),
    (
        "entry {n} was written in version {v} of the log, this program reads version 1: update the program, the log is"
        " untouched",
        None,
        "запись {n} сделана более новой программой: обновите эту, журнал не тронут",
        "запис {n} зробила новіша програма: оновіть цю, журнал не зачеплено",
        "ჩანაწერი {n} უფრო ახალმა პროგრამამ გააკეთა: განაახლეთ ეს, ჟურნალი ხელუხლებელია",
    ),
    (
        "entry {n} cannot follow entry {m} in {log}",
        None,
        "запись {n} не может идти за записью {m}: журнал пишет кто-то ещё?",
        "запис {n} не може йти за записом {m}: журнал пише хтось іще?",
        "ჩანაწერი {n} ჩანაწერ {m}-ს ვერ მოჰყვება: ჟურნალს სხვაც წერს?",
    ),
    (
        "entry {n} of {log} is missing: restore the database, it is untouched",
        None,
        "записи {n} недостаёт: восстановите базу из копии, она не тронута",
        "запису {n} бракує: відновіть базу з копії, її не зачеплено",
        "ჩანაწერი {n} აკლია: აღადგინეთ ბაზა ასლიდან, ის ხელუხლებელია",
    ),
    (
        "entry {n} of {log} is broken ({why}): restore the database, it is untouched",
        None,
        "запись {n} повреждена: восстановите базу из копии, она не тронута",
        "запис {n} пошкоджено: відновіть базу з копії, її не зачеплено",
        "ჩანაწერი {n} დაზიანებულია: აღადგინეთ ბაზა ასლიდან, ის ხელუხლებელია",
    ),
    (
        "the log does not begin with the start of a game: its first entry must be game_started",
        None,
        "журнал начинается не с начала игры: начните новую игру",
        "журнал починається не з початку гри: почніть нову гру",
        "ჟურნალი თამაშის დასაწყისით არ იწყება: დაიწყეთ ახალი თამაში",
    ),
    (
        "the log was written for the pack {pack}, but {rules} is played with the pack {own}: restore the log's first"
        " line, nothing was changed",
        None,
        "журнал вёлся для другой колоды: начните новую игру, ничего не изменено",
        "журнал вівся для іншої колоди: почніть нову гру, нічого не змінено",
        "ჟურნალი სხვა დასტისთვისაა: დაიწყეთ ახალი თამაში, არაფერი შეცვლილა",
    ),
    (
        "nothing of this match has been written yet",
        None,
        "в этой партии ещё ничего не записано",
        "у цій партії ще нічого не записано",
        "ამ პარტიაში ჯერ არაფერი ჩაწერილა",
    ),
    (
        "the program failed while watching; start it again, the log is kept",
        None,
        "наблюдение прервалось из-за сбоя: начните снова, журнал сохранён",
        "нагляд перервався через збій: почніть знову, журнал збережено",
        "დაკვირვება შეცდომის გამო შეწყდა: თავიდან დაიწყეთ, ჟურნალი შენახულია",
    ),
    (
        "{path} breaks off after {s} s of {of} s: copy it again; what was seen so far is kept",
        None,
        "{path} обрывается на {s} с из {of} с: скопируйте заново; прочитанное сохранено",
        "{path} обривається на {s} с із {of} с: скопіюйте наново; прочитане збережено",
        "{path} წყდება {s} წამზე {of}-დან: თავიდან გადმოაკოპირეთ; წაკითხული შენახულია",
    ),
    (
        "{path} is not a picture that can be read: remove it from the folder or copy it again",
        None,
        "снимок {path} не читается: уберите его из папки или скопируйте заново",
        "знімок {path} не читається: приберіть його з теки або скопіюйте наново",
        "სურათი {path} არ იკითხება: ამოიღეთ საქაღალდიდან ან თავიდან გადმოაკოპირეთ",
    ),
)

PICTURES: tuple[Row, ...] = (
    (
        "{path} is a folder: name a picture file",
        None,
        "{path} — папка: нужен снимок",
        "{path} — тека: потрібен знімок",
        "{path} საქაღალდეა: საჭიროა სურათი",
    ),
    (
        "{path} is not a picture that can be read: save it as JPEG or PNG",
        None,
        "снимок {path} не читается: сохраните его как JPEG или PNG",
        "знімок {path} не читається: збережіть його як JPEG або PNG",
        "სურათი {path} არ იკითხება: შეინახეთ JPEG-ად ან PNG-ად",
    ),
    (
        "the picture {path} is damaged ({why}): take it or copy it again",
        None,
        "снимок {path} повреждён: сделайте его или скопируйте заново",
        "знімок {path} пошкоджено: зробіть його або скопіюйте наново",
        "სურათი {path} დაზიანებულია: თავიდან გადაიღეთ ან გადმოაკოპირეთ",
    ),
    (
        "the picture {path} is only {width}×{height} pixels: no card can be read in it, take a larger one",
        None,
        "снимок {path} слишком мал ({width}×{height}): карты на нём не прочитать",
        "знімок {path} замалий ({width}×{height}): карт на ньому не прочитати",
        "სურათი {path} ძალიან პატარაა ({width}×{height}): კარტი ვერ იკითხება",
    ),
    (
        "the picture {path} has {n} megapixels: save it with at most {most}",
        None,
        "в снимке {path} {n} Мп: сохраните его не больше чем в {most}",
        "у знімку {path} {n} Мп: збережіть його не більше ніж у {most}",
        "სურათში {path} {n} მპ-ია: შეინახეთ არა უმეტეს {most}-ისა",
    ),
    (
        "there is no file {path}: check the name",
        None,
        "файла {path} нет: проверьте имя",
        "файлу {path} немає: перевірте назву",
        "ფაილი {path} არ არის: შეამოწმეთ სახელი",
    ),
)

ROWS: tuple[Row, ...] = (*LOGS, *PICTURES)
