"""What pages are refused, in four languages (`bura_server.refusals`); here what set-up and history are.

Each row begins with the sentence as it is raised; words in braces stand for whatever is there. It is followed by what
a page says in English, Russian, Ukrainian and Georgian; where the page's English is None, the raised one is said.
Sentences that were raised for a command line name its flags; on a page nobody has any.
"""

from __future__ import annotations

from bura_server import refusal_texts_logs, refusal_texts_machine, refusal_texts_people
from bura_server.refusal_row import Row

CAMERA: tuple[Row, ...] = (
    (
        "camera {n} cannot be opened: is it plugged in and not in use?",
        None,
        "камера {n} не открывается: подключена ли она и не занята ли другой программой?",
        "камера {n} не відкривається: чи під’єднана вона й чи не зайнята іншою програмою?",
        "კამერა {n} არ იხსნება: შეერთებულია და სხვა პროგრამა ხომ არ იყენებს?",
    ),
    (
        "the address {address} cannot be opened: is it switched on and on this network?",
        None,
        "адрес {address} не открывается: включена ли камера и в этой ли она сети?",
        "адреса {address} не відкривається: чи ввімкнена камера й чи в цій вона мережі?",
        "მისამართი {address} არ იხსნება: კამერა ჩართულია და ამავე ქსელშია?",
    ),
    (
        "--camera {text} is no camera: give a number from 0 on, an address ({kinds}), or the name of a recording",
        "{text} is no camera: give a number from 0 on, an address ({kinds}), or the name of a recording",
        "{text} — не камера: укажите номер начиная с 0, адрес ({kinds}) или имя записи",
        "{text} — не камера: вкажіть номер, починаючи з 0, адресу ({kinds}) або назву запису",
        "{text} კამერა არ არის: მიუთითეთ ნომერი 0-დან, მისამართი ({kinds}) ან ჩანაწერის სახელი",
    ),
    (
        "--camera holds a character that no name can have: give a number, an address, or a file's name",
        "the camera's name holds a character that no name can have: give a number, an address, or a file's name",
        "в названии камеры есть недопустимый знак: укажите номер, адрес или имя файла",
        "у назві камери є неприпустимий знак: вкажіть номер, адресу або назву файлу",
        "კამერის სახელში დაუშვებელი ნიშანია: მიუთითეთ ნომერი, მისამართი ან ფაილის სახელი",
    ),
    (
        "--camera {text}: there is no such user on this machine; give the whole path",
        "{text}: there is no such user on this machine; give the whole path",
        "{text}: на этом компьютере нет такого пользователя; укажите полный путь",
        "{text}: на цьому комп’ютері немає такого користувача; вкажіть повний шлях",
        "{text}: ამ კომპიუტერზე ასეთი მომხმარებელი არ არის; მიუთითეთ სრული გზა",
    ),
    (
        "--camera {text} cannot be looked at ({why}): give a number, an address, or the name of a recording",
        "{text} cannot be looked at ({why}): give a number, an address, or the name of a recording",
        "{text} не открыть ({why}): укажите номер, адрес или имя записи",
        "{text} не відкрити ({why}): вкажіть номер, адресу або назву запису",
        "{text} ვერ იხსნება ({why}): მიუთითეთ ნომერი, მისამართი ან ჩანაწერის სახელი",
    ),
    (
        "there is no camera {n}: cameras are numbered from 0 to {most}",
        None,
        "камеры {n} нет: камеры нумеруются от 0 до {most}",
        "камери {n} немає: камери нумеруються від 0 до {most}",
        "კამერა {n} არ არის: კამერები დანომრილია 0-დან {most}-მდე",
    ),
    (
        "there is no file {path}: check the name, or give a camera number or an address",
        None,
        "файла {path} нет: проверьте имя или укажите номер камеры либо адрес",
        "файлу {path} немає: перевірте назву або вкажіть номер камери чи адресу",
        "ფაილი {path} არ არის: შეამოწმეთ სახელი ან მიუთითეთ კამერის ნომერი ან მისამართი",
    ),
    (
        "{path} is a picture, not a recording: use `bura count` for pictures",
        "{path} is a picture, not a recording",
        "{path} — снимок, а не видеозапись",
        "{path} — знімок, а не відеозапис",
        "{path} სურათია და არა ჩანაწერი",
    ),
    (
        "{path} holds no picture that can be read: is it a recording, and was it copied whole?",
        None,
        "в {path} нет ни одного читаемого кадра: это видеозапись, и скопирована ли она целиком?",
        "у {path} немає жодного читабельного кадру: це відеозапис, і чи скопійовано його повністю?",
        "{path}: არც ერთი კადრი არ იკითხება: ჩანაწერია და მთლიანად გადმოკოპირდა?",
    ),
    (
        "{path} cannot be opened as a recording: is it a video file, and was it copied whole?",
        None,
        "{path} не открывается как видеозапись: это видеофайл, и скопирован ли он целиком?",
        "{path} не відкривається як відеозапис: це відеофайл, і чи скопійовано його повністю?",
        "{path} ჩანაწერად არ იხსნება: ვიდეოფაილია და მთლიანად გადმოკოპირდა?",
    ),
    (
        "the folder {path} holds no pictures: put .jpg or .png files into it",
        None,
        "в папке {path} нет снимков: положите в неё файлы .jpg или .png",
        "у теці {path} немає знімків: покладіть у неї файли .jpg або .png",
        "საქაღალდეში {path} სურათები არ არის: ჩადეთ .jpg ან .png ფაილები",
    ),
    (
        "{text} cannot be opened: {why}",
        None,
        "{text} не открывается: {why}",
        "{text} не відкривається: {why}",
        "{text} არ იხსნება: {why}",
    ),
    (
        "this camera cannot be looked through: the server's log says more",
        None,
        "через эту камеру посмотреть не удалось: подробности в журнале сервера",
        "через цю камеру подивитися не вдалося: подробиці в журналі сервера",
        "ამ კამერით ყურება ვერ მოხერხდა: მეტი სერვერის ჟურნალშია",
    ),
    (
        "there is no picture yet: try again in a moment",
        None,
        "изображения ещё нет: попробуйте чуть позже",
        "зображення ще немає: спробуйте за мить",
        "სურათი ჯერ არ არის: ცოტა ხანში სცადეთ",
    ),
    (
        "a recording is opened from this machine itself only, not by a link",
        None,
        "запись открывают только на самом компьютере, не по ссылке",
        "запис відкривають лише на самому комп’ютері, не за посиланням",
        "ჩანაწერი მხოლოდ თვით ამ კომპიუტერიდან იხსნება და არა ბმულით",
    ),
)

TABLE: tuple[Row, ...] = (
    (
        "a table is being watched: stop it before choosing another camera",
        None,
        "стол уже под наблюдением: остановите его, прежде чем выбирать другую камеру",
        "стіл уже під наглядом: зупиніть його, перш ніж обирати іншу камеру",
        "მაგიდა უკვე ითვალიერება: სხვა კამერის არჩევამდე გააჩერეთ",
    ),
    (
        "there is no match to go on with: begin a new one",
        None,
        "нет матча, который можно продолжить: начните новый",
        "немає матчу, який можна продовжити: почніть новий",
        "გასაგრძელებელი მატჩი არ არის: დაიწყეთ ახალი",
    ),
    (
        "a table is being watched already: stop it first, its log is kept",
        None,
        "стол уже под наблюдением: сначала остановите его, журнал сохранится",
        "стіл уже під наглядом: спершу зупиніть його, журнал збережеться",
        "მაგიდა უკვე ითვალიერება: ჯერ გააჩერეთ, ჟურნალი შეინახება",
    ),
    (
        "no table is being watched: start one on the page /setup",
        None,
        "ни один стол не под наблюдением: начните его на странице /setup",
        "жоден стіл не під наглядом: почніть його на сторінці /setup",
        "არც ერთი მაგიდა არ ითვალიერება: დაიწყეთ გვერდზე /setup",
    ),
    (
        "this server watches one table and cannot set up another",
        None,
        "этот сервер ведёт один стол и другого начать не может",
        "цей сервер веде один стіл і іншого почати не може",
        "ეს სერვერი ერთ მაგიდას უყურებს და სხვას ვერ დაიწყებს",
    ),
    (
        "two players have one name: give them different ones with --names",
        "two players have one name: give them different ones",
        "у двух игроков одно имя: дайте им разные",
        "у двох гравців одне ім’я: дайте їм різні",
        "ორ მოთამაშეს ერთი სახელი აქვს: მიეცით სხვადასხვა",
    ),
    (
        "{name} is no name for the scoreboard: give 1 to {most} characters each",
        None,
        "{name} не годится как имя на табло: нужно от 1 до {most} знаков",
        "{name} не годиться як ім’я на табло: потрібно від 1 до {most} знаків",
        "{name} ტაბლოსთვის სახელად არ გამოდგება: საჭიროა 1-დან {most}-მდე ნიშანი",
    ),
    (
        "names.{n}: Value should have at most {most} items after validation, not {length}",
        "a name has more than {most} characters: give a shorter one",
        "имя длиннее {most} знаков: дайте покороче",
        "ім’я довше за {most} знаків: дайте коротше",
        "სახელი {most} ნიშანზე გრძელია: მიეცით უფრო მოკლე",
    ),
    (
        "names: List should have at most {most} items after validation, not {n}",
        "at most {most} can play at one table",
        "за одним столом могут играть не больше {most}",
        "за одним столом можуть грати не більше {most}",
        "ერთ მაგიდასთან {most}-ზე მეტი ვერ ითამაშებს",
    ),
    (
        "the number of players is not clear: {who}; make them agree",
        "the number of players is not clear: as many names are needed as the table layout has seats",
        "неясно, сколько игроков: имён должно быть столько же, сколько мест в разметке стола",
        "незрозуміло, скільки гравців: імен має бути стільки, скільки місць у розмітці столу",
        "გაურკვეველია, რამდენი მოთამაშეა: სახელი იმდენი უნდა იყოს, რამდენი ადგილიცაა მაგიდის განლაგებაში",
    ),
    (
        "there is no ready layout for {n} players: give one with --table (2 to 4 have one)",
        "a camera follows 2 to 4 players, not {n}: choose the table without a camera",
        "камера следит за столом на 2–4 игрока, а их {n}: выберите стол без камеры",
        "камера стежить за столом на 2–4 гравці, а їх {n}: оберіть стіл без камери",
        "კამერა 2–4 მოთამაშეს უყურებს და არა {n}-ს: აირჩიეთ მაგიდა კამერის გარეშე",
    ),
    (
        "there is no rule set {name}",
        None,
        "таких правил нет: {name}",
        "таких правил немає: {name}",
        "ასეთი წესები არ არის: {name}",
    ),
    (
        "there is no option {name}",
        None,
        "такой настройки правил нет: {name}",
        "такого налаштування правил немає: {name}",
        "წესების ასეთი პარამეტრი არ არის: {name}",
    ),
    (
        "the log {log} is of {rules}: begin another with --new",
        "the last log is of {rules}: begin a new game",
        "последний журнал другой ({rules}): начните новую игру",
        "останній журнал інший ({rules}): почніть нову гру",
        "ბოლო ჟურნალი სხვაა ({rules}): დაიწყეთ ახალი თამაში",
    ),
    (
        "the log {log} is of {rules} with other house rules: leave --rules out to go on by them, or begin another with"
        " --new",
        "the last log is of {rules} with other house rules: begin a new game",
        "последний журнал ({rules}) ведётся по другим домашним правилам: начните новую игру",
        "останній журнал ({rules}) ведеться за іншими домашніми правилами: почніть нову гру",
        "ბოლო ჟურნალი ({rules}) სხვა შინაურ წესებს მიჰყვება: დაიწყეთ ახალი თამაში",
    ),
)

LAYOUT: tuple[Row, ...] = (
    (
        "the table layout {name} cannot be used: {why}",
        "this table layout cannot be used: {why}",
        "эта разметка стола не годится: {why}",
        "ця розмітка столу не годиться: {why}",
        "მაგიდის ეს განლაგება არ გამოდგება: {why}",
    ),
    (
        "the table layout needs size_cm, four corners, and zones with a kind and an outline: reload the page",
        None,
        "в разметке стола чего-то не хватает: загрузите страницу заново",
        "у розмітці столу чогось бракує: завантажте сторінку наново",
        "მაგიდის განლაგებას რაღაც აკლია: გვერდი თავიდან ჩატვირთეთ",
    ),
    (
        "the corners of [table] must go clockwise from the top left around a convex shape",
        "the table's corners must go clockwise from the top left around a convex shape",
        "углы стола должны идти по часовой стрелке от левого верхнего и не пересекаться",
        "кути столу мають іти за годинниковою стрілкою від лівого верхнього й не перетинатися",
        "მაგიდის კუთხეები საათის ისრის მიმართულებით უნდა მიდიოდეს მარცხენა ზედადან და არ უნდა იკვეთებოდეს",
    ),
    (
        "the corners of [table] are fractions of the picture's width and height, from {low} to {high}: divide pixels"
        " by its size",
        "a corner of the table lies too far outside the picture",
        "угол стола слишком далеко за краем изображения",
        "кут столу надто далеко за краєм зображення",
        "მაგიდის კუთხე სურათის გარეთ ძალიან შორსაა",
    ),
    (
        "polygon_cm of zone {n} has no area",
        "zone {n} has no area",
        "у зоны {n} нет площади",
        "зона {n} не має площі",
        "ზონას {n} ფართობი არ აქვს",
    ),
    (
        "zone {n} ({kind}) lies mostly outside the table of {width} x {height} cm",
        None,
        "зона {n} ({kind}) почти вся за краем стола {width} × {height} см",
        "зона {n} ({kind}) майже вся за краєм столу {width} × {height} см",
        "ზონა {n} ({kind}) თითქმის მთლიანად მაგიდის გარეთაა ({width} × {height} სმ)",
    ),
    (
        "zones {n} ({kind}) and {m} ({other}) are the same place: each needs its own",
        None,
        "зоны {n} ({kind}) и {m} ({other}) лежат на одном месте: у каждой должно быть своё",
        "зони {n} ({kind}) і {m} ({other}) лежать на одному місці: кожна потребує свого",
        "ზონები {n} ({kind}) და {m} ({other}) ერთ ადგილასაა: თითოეულს თავისი სჭირდება",
    ),
    (
        "it needs exactly one zone of kind {kind}, not {n}",
        None,
        "зона {kind} должна быть ровно одна, а их {n}",
        "зона {kind} має бути рівно одна, а їх {n}",
        "ზონა {kind} ზუსტად ერთი უნდა იყოს და არა {n}",
    ),
    (
        "it needs one seat zone for each of A, B, … (two seats at least)",
        None,
        "у каждого места A, B, … должна быть одна зона (мест не меньше двух)",
        "кожне місце A, B, … повинне мати одну зону (місць щонайменше два)",
        "თითოეულ ადგილს A, B, … ერთი ზონა სჭირდება (სულ მცირე ორი ადგილი)",
    ),
)

PLAYERS: tuple[Row, ...] = (
    (
        "{rules} is played by {least} to {most} players, not {n}",
        "this game is played by {least} to {most} players, not {n}",
        "в эту игру играют от {least} до {most} человек, а не {n}",
        "у цю гру грають від {least} до {most} людей, а не {n}",
        "ამ თამაშს {least}-დან {most}-მდე მოთამაშე თამაშობს და არა {n}",
    ),
    (
        "{rules} is played by {most} players, not {n}",
        "this game is played by {most} players, not {n}",
        "в эту игру играют {most} человек, а не {n}",
        "у цю гру грають {most} людей, а не {n}",
        "ამ თამაშს {most} მოთამაშე თამაშობს და არა {n}",
    ),
    (
        "{rules} is judged meld by meld (bura.kunken), not refereed as a running game",
        "this game is not refereed as a running game: choose another",
        "эту игру за столом не ведут: выберите другую",
        "цю гру за столом не ведуть: оберіть іншу",
        "ამ თამაშს მაგიდასთან არ უძღვებიან: აირჩიეთ სხვა",
    ),
    (
        "seats {seats} are impossible: name each once, out of {known}",
        None,
        "места {seats} невозможны: каждое называют один раз, из {known}",
        "місця {seats} неможливі: кожне називають один раз, із {known}",
        "ადგილები {seats} შეუძლებელია: თითოეული ერთხელ, სიიდან {known}",
    ),
    (
        "the pile of {who} belongs to no seat of the layout",
        None,
        "стопка {who} не принадлежит ни одному месту разметки",
        "стопка {who} не належить жодному місцю розмітки",
        "გროვა {who} განლაგების არც ერთ ადგილს არ ეკუთვნის",
    ),
)

HISTORY: tuple[Row, ...] = (
    (
        "there is no match {n}",
        None,
        "партии {n} нет",
        "партії {n} немає",
        "პარტია {n} არ არის",
    ),
    (
        "there is no entry {n}: the log has {most}",
        None,
        "записи {n} нет: в журнале их {most}",
        "запису {n} немає: у журналі їх {most}",
        "ჩანაწერი {n} არ არის: ჟურნალში სულ {most}-ია",
    ),
    (
        "there is no {piece} of entry {n}",
        None,
        "у записи {n} такого файла нет",
        "запис {n} не має такого файлу",
        "ჩანაწერს {n} ასეთი ფაილი არ აქვს",
    ),
    (
        "this server keeps no history",
        None,
        "этот сервер не хранит историю",
        "цей сервер не зберігає історію",
        "ეს სერვერი ისტორიას არ ინახავს",
    ),
    (
        "match {n} is being played: stop the table, or begin another log, then delete it",
        None,
        "партия {n} ещё идёт: остановите стол или начните новую игру, потом удалите её",
        "партія {n} ще триває: зупиніть стіл або почніть нову гру, потім видаліть її",
        "პარტია {n} ჯერ კიდევ მიმდინარეობს: გააჩერეთ მაგიდა ან დაიწყეთ ახალი თამაში, მერე წაშალეთ",
    ),
    (
        "match {n} is being played by another bura: stop it there, then delete it",
        None,
        "партию {n} ведёт другая программа bura: остановите её там, потом удалите",
        "партію {n} веде інша програма bura: зупиніть її там, потім видаліть",
        "პარტია {n}-ს სხვა bura პროგრამა უყურებს: იქ გააჩერეთ, მერე წაშალეთ",
    ),
)

#: all of them; where several fit a sentence the one with most words of its own counts
ROWS: tuple[Row, ...] = (
    *CAMERA,
    *TABLE,
    *LAYOUT,
    *PLAYERS,
    *HISTORY,
    *refusal_texts_people.ROWS,
    *refusal_texts_logs.ROWS,
    *refusal_texts_machine.ROWS,
)
