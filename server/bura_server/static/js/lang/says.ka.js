export default {
  "says.raise": "აწევა", "says.raise.to": "აწევა {n}-მდე",
  "says.accept": "თანახმა ვარ", "says.refuse": "უარი", "says.beat": "ვჭრი", "says.give": "ვაყრი",
  "says.marriage": "მარიაჟი!", "says.close": "ვხურავ დასტას", "says.exchange": "ვცვლი ცხრიანს",
};
