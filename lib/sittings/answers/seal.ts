import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { StoredValue } from "#lib/sittings/answers/stored-answer.ts";

type SealInput = {
  sittingId: string;
  position: number;
  /** Which case stood there: a sitting that has to begin anew may be given others. */
  studyCaseId: number;
  id: string;
  value: StoredValue;
};
export type SealedTimes = { givenAt: Date; savedAt: Date };

/** What isn't there and what is empty are the same: a later version of a kind may have parts that nobody gave. */
const written = (value: StoredValue) =>
  Object.entries(value)
    .filter(([, part]) => part !== null && part !== undefined && part !== false)
    .sort(([one], [other]) => (one < other ? -1 : 1));

function markOf(
  { sittingId, position, studyCaseId, id, value }: SealInput,
  times: string,
  key: string,
): Buffer {
  const said = JSON.stringify([sittingId, position, studyCaseId, id, times, written(value)]);
  return createHmac("sha256", key).update(`acknowledged answer ${said}`).digest();
}

/** Proves, to this server or one that was set back to an earlier state, that the answer was acknowledged, and when it was given. */
export function sealAnswer(sealed: SealInput, { givenAt, savedAt }: SealedTimes, key: string): string {
  const times = `${givenAt.getTime()}.${savedAt.getTime()}`;
  return `${times}.${markOf(sealed, times, key).toString("base64url")}`;
}

/** Null where the seal isn't that of this answer, or was made with another AUTH_SECRET. */
export function openSeal(sealed: SealInput, seal: string, key: string): SealedTimes | null {
  const [given = "", saved = "", mark = ""] = seal.split(".");
  const expected = markOf(sealed, `${given}.${saved}`, key);
  const told = Buffer.from(mark, "base64url");
  if (told.length !== expected.length || !timingSafeEqual(told, expected)) return null;
  return { givenAt: new Date(Number(given)), savedAt: new Date(Number(saved)) };
}
