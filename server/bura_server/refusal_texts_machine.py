"""What is refused because of the machine, in four languages: requests, databases, phones, the system."""

from __future__ import annotations

from bura_server.refusal_row import Row

REQUESTS: tuple[Row, ...] = (
    (
        "there is nothing at {path}",
        None,
        "по адресу {path} ничего нет",
        "за адресою {path} нічого немає",
        "მისამართზე {path} არაფერია",
    ),
    (
        "there is no socket at {path}",
        None,
        "по адресу {path} подключиться нельзя",
        "за адресою {path} під’єднатися не можна",
        "მისამართზე {path} დაკავშირება არ შეიძლება",
    ),
    (
        "{path} does not answer to {method}",
        None,
        "{path} на {method} не отвечает",
        "{path} на {method} не відповідає",
        "{path} {method}-ს არ პასუხობს",
    ),
    (
        "{where}: a control character is in it: leave it out",
        None,
        "в тексте есть знак, который не показать ({where}): уберите его",
        "у тексті є знак, який не показати ({where}): приберіть його",
        "ტექსტში ისეთი ნიშანია, რომელიც ვერ ჩანს ({where}): ამოიღეთ",
    ),
    (
        "the server failed at this request; its log says more",
        None,
        "на этом запросе сервер дал сбой; подробности в его журнале",
        "на цьому запиті сервер дав збій; подробиці в його журналі",
        "ამ მოთხოვნაზე სერვერს შეცდომა მოუვიდა; მეტი მის ჟურნალშია",
    ),
    (
        "the request is larger than {most} bytes",
        "that is too much for one request: {most} bytes are the most",
        "слишком много для одного запроса: можно не больше {most} байт",
        "забагато для одного запиту: можна не більше {most} байтів",
        "ერთი მოთხოვნისთვის ეს ძალიან ბევრია: მეტი არა, ვიდრე {most} ბაიტი",
    ),
    (
        "this server is asked by a name that is not this machine's: use the address it printed",
        None,
        "к серверу обратились по чужому имени: откройте адрес, который он напечатал",
        "до сервера звернулися за чужим ім’ям: відкрийте адресу, яку він надрукував",
        "სერვერს სხვისი სახელით მიმართეს: გახსენით მისამართი, რომელიც მან დაბეჭდა",
    ),
    (
        "this request comes from a page of another site: open the scoreboard itself",
        None,
        "запрос пришёл со страницы другого сайта: откройте само табло",
        "запит надійшов зі сторінки іншого сайту: відкрийте саме табло",
        "მოთხოვნა სხვა საიტის გვერდიდან მოვიდა: თვით ტაბლო გახსენით",
    ),
)

STORE: tuple[Row, ...] = (
    (
        "the folder {path} cannot be made ({why}): choose another with --data",
        "the folder {path} cannot be made: {why}",
        "папка {path} не создаётся: {why}",
        "тека {path} не створюється: {why}",
        "საქაღალდე {path} ვერ იქმნება: {why}",
    ),
    (
        "the layout {path} cannot be written: {why}",
        None,
        "разметку {path} не удалось записать: {why}",
        "розмітку {path} не вдалося записати: {why}",
        "განლაგება {path} ვერ ჩაიწერა: {why}",
    ),
    (
        "cannot write {path}: {why}",
        "{path} cannot be written: {why}",
        "{path} не записывается: {why}",
        "{path} не записується: {why}",
        "{path} ვერ იწერება: {why}",
    ),
    (
        "the database {name} is in use by another program: {way}",
        None,
        "база данных занята другой программой: завершите её или попробуйте позже",
        "база даних зайнята іншою програмою: завершіть її або спробуйте пізніше",
        "ბაზა სხვა პროგრამას უკავია: დაასრულეთ ის ან მოგვიანებით სცადეთ",
    ),
    (
        "the database {name} cannot be written: {full}: make room; nothing is lost",
        None,
        "на диске нет места: освободите его; ничего не потеряно",
        "на диску немає місця: звільніть його; нічого не втрачено",
        "დისკზე ადგილი არ არის: გაათავისუფლეთ; არაფერი დაკარგულა",
    ),
    (
        "the database {name} cannot be reached: {way}",
        "the database cannot be reached: see that it runs",
        "база данных не отвечает: проверьте, работает ли она",
        "база даних не відповідає: перевірте, чи вона працює",
        "ბაზა არ პასუხობს: შეამოწმეთ, მუშაობს თუ არა",
    ),
    (
        "the database {name} refuses ({what}): nothing was changed",
        None,
        "база данных отказала: ничего не изменено, подробности в журнале сервера",
        "база даних відмовила: нічого не змінено, подробиці в журналі сервера",
        "ბაზამ უარი თქვა: არაფერი შეცვლილა, მეტი სერვერის ჟურნალშია",
    ),
    (
        "the database {name} may not be written: {way}",
        "the database may not be written: allow it",
        "в базу данных нельзя писать: разрешите запись",
        "у базу даних не можна писати: дозвольте запис",
        "ბაზაში ჩაწერა აკრძალულია: დართეთ ნება",
    ),
    (
        "the database {name} {what}: {way}",
        None,
        "с базой данных {name} не ладно: посмотрите журнал сервера, она не тронута",
        "з базою даних {name} не все гаразд: погляньте журнал сервера, її не зачеплено",
        "ბაზა {name} წესრიგში არ არის: ნახეთ სერვერის ჟურნალი, ის ხელუხლებელია",
    ),
    (
        "match {n} of {name} was deleted by another program, so nothing more can be written into it: stop this table"
        " and begin another log",
        None,
        "партию {n} удалила другая программа, писать больше некуда: остановите стол и начните новую игру",
        "партію {n} видалила інша програма, писати більше нікуди: зупиніть стіл і почніть нову гру",
        "პარტია {n} სხვა პროგრამამ წაშალა, ჩაწერა აღარ შეიძლება: გააჩერეთ მაგიდა და დაიწყეთ ახალი თამაში",
    ),
    (
        "another program writes into {name}: end it, and start this one again",
        None,
        "в базу пишет другая программа: завершите её и запустите эту заново",
        "у базу пише інша програма: завершіть її і запустіть цю наново",
        "ბაზაში სხვა პროგრამა წერს: დაასრულეთ ის და ეს თავიდან გაუშვით",
    ),
)

PHONES: tuple[Row, ...] = (
    (
        "this server takes no phones: start it with `bura serve`",
        None,
        "этот сервер не принимает телефоны: запустите его командой `bura serve`",
        "цей сервер не приймає телефонів: запустіть його командою `bura serve`",
        "ეს სერვერი ტელეფონებს არ იღებს: გაუშვით ბრძანებით `bura serve`",
    ),
    (
        "there is no certificate: the door for phones is closed",
        None,
        "сертификата нет: вход для телефонов закрыт",
        "сертифіката немає: вхід для телефонів закрито",
        "სერტიფიკატი არ არის: ტელეფონების შესასვლელი დახურულია",
    ),
    (
        "there is no certificate yet: open the page for phones first",
        None,
        "сертификата ещё нет: сначала откройте страницу для телефонов",
        "сертифіката ще немає: спершу відкрийте сторінку для телефонів",
        "სერტიფიკატი ჯერ არ არის: ჯერ ტელეფონების გვერდი გახსენით",
    ),
    (
        "the certificates in {path} cannot be kept ({why}): choose another folder with --data",
        "the certificates in {path} cannot be kept: {why}",
        "сертификаты в {path} не сохраняются: {why}",
        "сертифікати в {path} не зберігаються: {why}",
        "სერტიფიკატები {path}-ში ვერ ინახება: {why}",
    ),
    (
        "port {port} of {host} cannot be used (another program has it?): choose another with {option}",
        "port {port} cannot be used: another program has it",
        "порт {port} недоступен: он занят другой программой",
        "порт {port} недоступний: він зайнятий іншою програмою",
        "პორტი {port} მიუწვდომელია: სხვა პროგრამას უკავია",
    ),
    (
        "port {port} may not be used by this user: choose one above 1023 with {option}",
        "port {port} may not be used by this user: one above 1023 is needed",
        "порт {port} этому пользователю недоступен: нужен номер больше 1023",
        "порт {port} цьому користувачеві недоступний: потрібен номер понад 1023",
        "პორტი {port} ამ მომხმარებლისთვის მიუწვდომელია: საჭიროა 1023-ზე მეტი ნომერი",
    ),
)

#: what the system says of a file (glibc's words); sentences hold it as their {why}
SYSTEM: tuple[Row, ...] = (
    ("No space left on device", "the disk is full", "диск заполнен", "диск заповнено", "დისკი სავსეა"),
    ("Permission denied", "it is not allowed", "нет прав", "немає прав", "უფლება არ არის"),
    ("No such file or directory", "it is not there", "такого нет", "такого немає", "ასეთი არ არის"),
    (
        "Read-only file system",
        "the disk takes no writing",
        "диск только для чтения",
        "диск лише для читання",
        "დისკი მხოლოდ საკითხავია",
    ),
    ("Is a directory", "it is a folder", "это папка", "це тека", "ეს საქაღალდეა"),
    ("Not a directory", "it is no folder", "это не папка", "це не тека", "ეს საქაღალდე არ არის"),
    (
        "File exists",
        "such a file is there already",
        "такой файл уже есть",
        "такий файл уже є",
        "ასეთი ფაილი უკვე არის",
    ),
    (
        "File name too long",
        "the name is too long",
        "слишком длинное имя",
        "надто довге ім’я",
        "სახელი ძალიან გრძელია",
    ),
    (
        "Input/output error",
        "the disk cannot be read",
        "диск не читается",
        "диск не читається",
        "დისკი არ იკითხება",
    ),
    (
        "Disk quota exceeded",
        "this user's room is used up",
        "место пользователя исчерпано",
        "місце користувача вичерпано",
        "მომხმარებლის ადგილი ამოიწურა",
    ),
)

ROWS: tuple[Row, ...] = (*REQUESTS, *STORE, *PHONES, *SYSTEM)
