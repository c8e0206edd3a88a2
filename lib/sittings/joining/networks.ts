import "server-only";
import { createHmac } from "node:crypto";
import { secret } from "#lib/auth/secrets/secrets.ts";
import { countedAddress } from "#lib/auth/sign-in/counted-address.ts";
import type { Design, RecruitmentWay } from "#lib/studies/schema.ts";

/** A network as it is counted at a study's links: by a hash with our key, out of which nobody reads an address. */
export function hashNetwork(studyId: string, address: string): Uint8Array<ArrayBuffer> {
  const named = createHmac("sha256", secret()).update(`network ${studyId} ${countedAddress(address)}`);
  return new Uint8Array(named.digest());
}

/** How many may begin from one. Null where nothing is counted: a link of one's own and Prolific's people are one each already. */
export const maxFrom = (way: RecruitmentWay, { recruitment }: Pick<Design, "recruitment">): number | null =>
  way === "open_link" ? (recruitment.perAddress ?? null) : null;
