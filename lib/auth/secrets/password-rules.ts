import common from "#lib/auth/secrets/common-passwords.json" with { type: "json" };
import { passwordMinimum } from "#lib/auth/terms.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { withoutEnd } from "#lib/text-end.ts";

export type PasswordProblem = "too_short" | "too_common" | "same_as_name";

let known: ReadonlySet<string> | undefined;
/** Taken apart when the first password is chosen, not with every start. */
const isKnown = (word: string): boolean =>
  (known ??= new Set([...common.passwords.split(" "), ...common.phrases])).has(word);

const walks = ["abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm", "01234567890123456789"];

/** Length is what counts; beyond it only what guessers try first is refused. */
export function checkPassword(
  password: string,
  owner: { name: string; handle: string },
): Result<undefined, PasswordProblem> {
  if ([...password.normalize("NFKC")].length < passwordMinimum) return fail("too_short");
  const plain = password.normalize("NFKC").toLowerCase();
  if (isCommon(plain)) return fail("too_common");
  const letters = squeeze(plain);
  const own = [owner.name, owner.handle]
    .map((part) => squeeze(part.normalize("NFKC").toLowerCase()))
    .filter((part) => part.length >= 4);
  if (own.some((part) => letters.replaceAll(part, "").length < 6)) return fail("same_as_name");
  return succeed();
}

function isCommon(plain: string): boolean {
  const core = squeeze(plain);
  const withoutTail = withoutEnd(core, /\d/);
  if ([plain, core, withoutTail, unleet(withoutTail)].some(isKnown)) return true;
  if (new Set(core).size <= 3) return true;
  return (
    walks.some((walk) => walk.includes(core) || [...walk].reverse().join("").includes(core)) ||
    isRepetition(core)
  );
}

const squeeze = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");

const unleet = (text: string) =>
  text.replace(
    /[013457]/g,
    (digit) => ({ "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t" })[digit] ?? digit,
  );

/** "passwordpassword", "abc123abc123": one short piece over and over. */
function isRepetition(text: string): boolean {
  const period = (text + text).indexOf(text, 1);
  return period < text.length && period <= 8;
}
