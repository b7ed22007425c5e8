export default {
  "phone.title": "A phone as camera",
  "phone.lead": "Any phone with a browser can be the camera; nothing is installed.",
  "phone.open": "Let phones in", "phone.open.hint": "This opens an encrypted door (HTTPS) to your network. Whoever has no code sees and does nothing there.",
  "phone.scan": "Scan this with the phone", "phone.scan.how": "The phone must be in the same network (Wi-Fi) as this machine.", "phone.until": "The code holds until {time}.", "phone.renew": "Make a new one", "phone.shut": "Let no phone in any more", "phone.shut.hint": "Phones are disconnected at once; the code works again when you let phones in again.",
  "phone.none": "No phone is connected yet.", "phone.by": "Connected: {name}", "phone.paused": "{name} is paused.", "phone.silent": "{name} has sent nothing for {n} s.",
  "phone.fps.one": "{n} picture a second", "phone.fps.other": "{n} pictures a second", "phone.choose": "Set up a table with it",
  "phone.warn": "The browser will warn you", "phone.warn.why": "It does not know this machine’s certificate, which was made here and nowhere else. The connection is encrypted all the same.",
  "phone.warn.android": "Android (Chrome): touch “Advanced”, then “Proceed to … (unsafe)”.", "phone.warn.iphone": "iPhone (Safari): touch “Show Details”, then “visit this website”. If the page then never connects, install the certificate.",
  "phone.install": "Without the warning: install the certificate", "phone.install.why": "Once for each phone; then the warning is gone for good.",
  "phone.install.get": "On the phone open this address and save the file:", "phone.install.check": "Compare the fingerprint (SHA-256) that the phone shows with this one:",
  "phone.install.android": "Android: Settings → Security and privacy → More → Encryption and credentials → Install a certificate → CA certificate; choose bura-ca.crt.", "phone.install.iphone": "iPhone: Settings → General → VPN & Device Management → the Bura profile → Install. Then Settings → General → About → Certificate Trust Settings: switch it on.",
  "phone.install.safe": "The certificate can vouch for this machine and for local networks only, not for any site of the internet. It is removed in the same place.",
};
