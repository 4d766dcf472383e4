// What the check of deals says in English.

export const en = {
  "fair.back": "Back",
  "fair.intro":
    "This page checks whether each deal came from the seed that the server had promised, and from what the players " +
    "contributed. It computes everything in your browser and asks no server.",
  "fair.drop": "Drop the file of a record here, choose it, or paste its text.",
  "fair.file": "Choose a file",
  "fair.text": "Text of the record",
  "fair.other": "Another record",
  "fair.json": "This is no record: its text is not JSON. Choose the file that “Download record” has saved.",
  "fair.format": "This record was made by a newer program. Use its newest version to check it.",
  "fair.parts": "This is no record, or parts of it are missing. Choose the file that “Download record” has saved.",
  "fair.large": "This file is too large to be a record.",
  "fair.all": "{n} {n|deal|deals}: every seed fits its promise.",
  "fair.some": "{bad} of {n} {n|deal does|deals do} not fit.",
  "fair.empty": "This record holds no finished deal.",
  "fair.fits": "fits",
  "fair.fitsNot": "does not fit",
  "fair.byHand": "laid out by hand",
  "fair.fault.promise": "The server's seed is not the one that was promised before the deal.",
  "fair.fault.seal": "A contribution is not the one that was sealed.",
  "fair.fault.seed": "The seed does not follow from the server's seed and the contributions.",
  "fair.fault.hex": "A number in this deal cannot be read.",
  "fair.gave": "{names} contributed to the seed.",
  "fair.kept": "{names} sealed a contribution and kept it back.",
  "fair.none": "{names} gave none.",
  "fair.nobody": "Nobody contributed to the seed: it is the server's alone.",
  "fair.fixed.set": "The deals of this set are fixed: nobody contributes to their seeds.",
  "fair.fixed.seed": "The deals of this table follow from a known seed: nobody contributes to it.",
  "fair.laid": "This deal was laid out by hand: nothing was promised.",
  "fair.server": "The server's own seed",
  "fair.promise": "Promised before the deal",
  "fair.seed": "Seed of the deal",
  "fair.contribution": "{name} contributed",
  "fair.numbers": "All numbers",
  "fair.sealed": "sealed as",
  "fair.not":
    "What this page cannot check is the shuffle: that the cards follow from the seed, and that every play was " +
    "legal. The program dealt does that:",
  "fair.missing":
    "What this page contributed is not in the seed as it was sealed. Download the record, and ask the host why.",
};
