/** The words of tables that a browser holds: inviting friends, and coming as one. */
export const en = {
  "title": "Invite friends",
  "about":
    "Friends come straight to this browser, without a server. It knows all hands: play with people who trust you. " +
    "Everybody takes part in drawing the cards, and can check that afterwards.",
  "keep": "Keep this page open: the table ends with it.",
  "one": "1. Send this link to a friend",
  "one.text": "Each link is for one friend. They open it, or scan the code, and get an answer for you.",
  "local": "{host} is good on this computer only: open this page by its address in the network, or invite by a room.",
  "one.met": "Each link is for one friend, who needs to do nothing but to open it within five minutes.",
  "make": "Make a link",
  "another": "Make another link",
  "codeOf": "A QR code of the link",
  "two": "2. Bring their answer here",
  "answer": "The answer of your friend",
  "connect": "Connect",
  "scan": "Scan a code",
  "scan.stop": "Stop scanning",
  "scan.none": "The camera can't be used. Copy the answer instead.",
  "here": "{n} {n|friend is|friends are} connected",
  "room": "Invite by a room",
  "room.text":
    "Where somebody runs a room with a server, it can bring you together: it passes two short messages and sees " +
    "nothing else. The link needs no answer then, and a lost friend finds back by themselves.",
  "room.address": "Address of the room",
  "outside": "Friends in another network",
  "outside.text":
    "Without a server friends find this device only in the same network. A STUN server of your choice may tell where " +
    "it is seen from outside; none is asked unless you name one.",
  "outside.stun": "STUN server, such as stun.example.org:3478",
  "said.making": "Looking how this device can be reached…",
  "said.waits": "Waiting for your friend's answer",
  "said.joining": "Connecting…",
  "said.joined": "Your friend is connected and is asked for a name",
  "said.wrong": "This is no answer to a link that is still open. Copy all of it, or make a new link",
  "said.failed": "Your devices do not find each other. Are both in the same network? Then make a new link",
  "said.full": "No more friends can be connected",
  "said.silent": "This room can't bring you together. Is the address right, and may anybody come in?",
  "said.none": "This browser can't connect to others",

  "visit.title": "A table in a friend's browser",
  "visit.text":
    "Bring this answer to who invites you: they paste it, or scan the code. Then the table opens by itself.",
  "visit.answer": "Your answer",
  "visit.codeOf": "A QR code of your answer",
  "visit.knows": "The browser that holds the table knows all hands: play with people whom you trust.",
  "visit.making": "Looking how this device can be reached…",
  "visit.joining": "Connecting to the table…",
  "visit.wrong": "This link is not complete, or of another version. Ask for a new one.",
  "visit.failed": "Your devices do not find each other. Are both in the same network? Ask for a new link.",
  "visit.none": "This browser can't connect to others. Try another one.",
  "lost.title": "The table can't be reached",
  "lost.text":
    "The browser that holds it has closed, or the connection is lost. Your seat is kept for five minutes, " +
    "and a computer plays for you meanwhile.",
  "lost.moved":
    "Another window of the browser that holds the table has taken it over, and your line stayed behind. Your seat is " +
    "kept for five minutes, and a computer plays for you meanwhile. New links come from that window.",
  "lost.again": "To come back, ask for a new link and open it, or paste it here",
  "lost.go": "Go on",
  "lost.ended": "If that browser is gone for good, the table has ended. Its finished deals are kept on this device:",
  "lost.nothing": "If that browser is gone for good, the table has ended. No deal of it was finished.",
  "lost.before": "The record of your table before is still kept on this device:",
  "lost.save": "Save the record",
  "lost.check": "Check the record",
  "leave": "Leave this table",
};
