export default {
  "watch.title": "Watching", "watch.delay": "Delay", "watch.least": "as the table allows", "watch.seconds": "{n} s", "watch.wait": "Waiting for the table…",
};
