import { createHmac, timingSafeEqual } from "node:crypto";
import { BoundedMap } from "#lib/bounded-map.ts";

/** Who asked, and under which host. */
export type Origin = { address: string; host: string | undefined };

/** Longer than anything takes that is answered here. */
const heldMs = 600_000;
/** For as long, whoever asks again has the same. */
const sameMs = 60_000;

/**
 * The page that an action leads to, and an action of another page, Next asks for itself, with the headers of the request
 * it answers; where several processes share the port, any of them may be asked. By a key that no client is told and
 * nobody else can make, each knows whom it is for.
 */
export class InnerKeys {
  readonly #secret: string;
  readonly #made = new BoundedMap<string, { key: string; at: number }>(1000);

  constructor(secret: string) {
    this.#secret = secret;
  }

  make({ address, host }: Origin, now = Date.now()): string {
    const whom = JSON.stringify([address, host]);
    const made = this.#made.get(whom);
    if (made && now - made.at < sameMs) return made.key;
    const told = Buffer.from(JSON.stringify([address, host ?? null, now + heldMs])).toString("base64url");
    const key = `${told}.${this.#seal(told)}`;
    this.#made.set(whom, { key, at: now });
    return key;
  }

  /** Null for whoever comes from outside, whatever they wrote there. */
  read(key: string, now = Date.now()): Origin | null {
    const [told = "", seal = ""] = key.split(".");
    if (seal === "") return null;
    const [given, own] = [Buffer.from(seal), Buffer.from(this.#seal(told))];
    if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
    const [address, host, until] = JSON.parse(Buffer.from(told, "base64url").toString()) as [
      string,
      string | null,
      number,
    ];
    return now < until ? { address, host: host ?? undefined } : null;
  }

  #seal(told: string): string {
    return createHmac("sha256", this.#secret).update(`inner request ${told}`).digest("base64url");
  }
}
