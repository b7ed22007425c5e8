export default {
  "says.raise": "Raise", "says.raise.to": "Raise to {n}",
  "says.accept": "Accept", "says.refuse": "Refuse", "says.beat": "It beats", "says.give": "I give it",
  "says.marriage": "Marriage!", "says.close": "I close the stock", "says.exchange": "I exchange the nine",
};
