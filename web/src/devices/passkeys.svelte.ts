// Passkeys: the room says what is to be signed, the browser asks who holds it, and the room judges what it says.
import { link, room } from "../lib/room.svelte";
import type { FromRoom, PasskeyChallenge } from "../wire";

/** What went wrong here, before the room was asked. */
type Trouble = "" | "there" | "given up" | "offline";

class Passkeys {
  /** The room or the browser is being asked. */
  asking = $state(false);
  trouble = $state<Trouble>("");

  constructor() {
    room.more.add((message) => this.#hear(message));
  }

  /** Can there be any here? At one address of the room alone, and where the browser knows them as JSON. */
  get possible(): boolean {
    return (
      link.welcome?.passkeys === location.origin &&
      typeof PublicKeyCredential === "function" &&
      typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function"
    );
  }

  /** Make one, where somebody is here under a name; else come back by one. */
  ask(): void {
    this.trouble = "";
    this.asking = link.send({ op: "passkey" });
  }

  #hear(message: FromRoom): void {
    if (message.op === "passkey" && this.asking) void this.#answer(message);
    if (message.op === "error" && message.re === "passkey") this.asking = false;
  }

  async #answer({ options, make }: PasskeyChallenge): Promise<void> {
    try {
      const passkey = JSON.stringify(await said(options, make));
      if (!link.send({ op: make ? "make_passkey" : "sign_in", passkey })) this.trouble = "offline";
    } catch (error) {
      this.trouble = error instanceof DOMException && error.name === "InvalidStateError" ? "there" : "given up";
    }
    this.asking = false;
  }
}

/** What the browser says once its person has agreed; rejects if they don't. */
function said(options: string, make: boolean): Promise<Credential | null> {
  const given: unknown = JSON.parse(options);
  if (!make) {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(given as PublicKeyCredentialRequestOptionsJSON);
    return navigator.credentials.get({ publicKey });
  }
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given as PublicKeyCredentialCreationOptionsJSON);
  return navigator.credentials.create({ publicKey });
}

export const passkeys = new Passkeys();
