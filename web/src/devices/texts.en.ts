// The words of one's devices: they come with the settings, or with a link from another device.
export const en = {
  "signIn.title": "Be yourself here",
  "signIn.code":
    "Another of your devices has made this link. Go on here as the same person, with the same name, results and seat?",
  "signIn.instead": "This browser is known here under another name, which is given up for that.",
  "signIn.text":
    "With your name and the eight words that you wrote down you are the same person again. A device that is still " +
    "yours needs no words: its settings show a code.",
  "signIn.words": "Recovery words",
  "signIn.go": "Go on here",
  "devices.title": "Your devices",
  "devices.text": "On each of them you are the same person in this room.",
  "devices.unnamed": "A device",
  "devices.here": "this one",
  "devices.seen": "last here on {day}",
  "devices.end": "End",
  "devices.add": "Add a device",
  "devices.scan": "Open this on the other device. It works once, for {n} more seconds.",
  "devices.qr": "The link for another device as a QR code",
  "devices.noWords": "Recovery words bring you back if you lose all of your devices.",
  "devices.hasWords": "You have recovery words. New ones take their place.",
  "devices.makeWords": "Make recovery words",
  "devices.newWords": "Make new words",
  "passkeys.title": "Passkeys",
  "passkeys.text":
    "Your phone, computer or security key keeps one, and opens this room as you: by finger, face or PIN, on a new " +
    "browser too.",
  "passkeys.make": "Make a passkey",
  "passkeys.made": "Made by {name}",
  "passkeys.used": "{since}, used on {day}",
  "passkeys.back": "Come back with a passkey",
  "passkeys.there": "There is a passkey for you already.",
  "passkeys.given up": "No passkey was given. Try again, or choose another way.",
  "passkeys.offline": "The connection was lost meanwhile. Try again.",
  "kept.title": "What the room keeps of you",
  "kept.text":
    "Your name, devices, results and mistakes, and the deals that you played. Save all of it as a file, or delete it.",
  "kept.save": "Save as a file",
  "kept.coming": "It is on its way: {kb} KB",
  "kept.saved": "Everything is in the file.",
  "kept.delete": "Delete everything …",
  "kept.ask": "Delete all that is kept of you?",
  "kept.goes":
    "Your name becomes free. Your devices, results, mistakes and lines of chat are gone for good. " +
    "Nobody can bring them back.",
  "kept.stays": "The deals that others played with you stay theirs: your seat there is called “(somebody)”.",
  "kept.type": "Type your name to go on: {name}",
  "kept.deleteAll": "Delete everything",
  "devices.write": "Write these down in this order. Nobody can show them again.",
};
