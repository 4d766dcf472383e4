// The words of what this device keeps: they come with the settings, and with a room in this browser.
export const en = {
  "device.title": "On this device",
  "device.installHelp": "It then opens like an app, in a window of its own.",
  "device.ios": "To install it: Share, then Add to Home Screen.",
  "device.unsafe":
    "To install this page or to keep it for playing without a network, open it at an address with https:// or on the " +
    "computer that serves it, at localhost.",
  "device.keep": "Keep this room for playing without a network",
  "device.keepHelp": "7 MB, once. When the room can't be reached, you play against computers.",
  "device.coming": "It is being fetched…",
  "device.failed": "It could not be fetched to be kept. Is the server still there, and does it send files as they are?",
  "device.kept":
    "This browser keeps the room: when it can't be reached, you play against computers. Those results stay here and " +
    "don't count in the room.",
  "device.forget": "Keep it no more",
  "device.opens": "This page opens without a network.",
  "device.newer": "A new version is here.",
  "device.take": "Take it",
  "device.gone": "The room can't be reached. Here you play against computers; these results stay in this browser.",
  "device.there": "The room can be reached again.",
  "device.goBack": "Go there",
  "device.stay": "Stay here",

  "kept.title": "Name, results, deals and the table under way are kept in this browser and nowhere else.",
  "kept.size": "{used} used, {free} free.",
  "kept.safe": "The browser has promised not to clear them by itself.",
  "kept.unsafe": "The browser may clear them when space runs short: save them as a file now and then.",
  "kept.save": "Save as a file",
  "kept.load": "Take from a file…",
  "kept.sure": "{name} takes the place of all that is kept here, the table under way included.",
  "kept.replace": "Replace it",
  "kept.foreign": "This is no file that dealt has saved. Nothing was changed.",
  "kept.newer": "This file was saved by a newer version of dealt. Take that version first. Nothing was changed.",
  "kept.broken": "This file is damaged. Nothing was changed.",
  "kept.full":
    "There is no space left for this page: what you play now is not kept. Make space, or save a file in the settings.",
  "kept.nothing":
    "This browser keeps nothing here: what you play is gone once the page is closed. A private window does that.",
  "kept.lost":
    "The browser has cleared what was kept here: name, results and table. A file that you saved can be taken back in " +
    "the settings.",
  "kept.settings": "The browser has cleared your settings here. Name, results and table are still there.",
} as const;
