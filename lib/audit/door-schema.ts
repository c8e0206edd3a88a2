import { z } from "zod";
import { doorKinds } from "#lib/auth/schema.ts";

/** Addresses are personal data: after so many days what is known of a door is gone. */
export const doorDays = 90;
export const doorsPerPage = 100;

const lenient = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** What the address of the page asks for; what makes no sense there asks for nothing. */
export const doorFilter = z.object({
  kind: lenient(z.enum(doorKinds)),
  /** A name, a sign-in name or a participant code, or the beginning of an address. */
  text: lenient(
    z
      .string()
      .trim()
      .min(1)
      .max(200)
      .regex(/^\P{Cc}*$/u),
  ),
  user: lenient(z.uuid()),
  before: lenient(
    z.coerce
      .bigint()
      .positive()
      .max(2n ** 63n - 1n),
  ),
});
export type DoorFilter = z.output<typeof doorFilter>;

/** A field of the form that was left empty asks for nothing. */
export const readDoorFilter = (asked: Readonly<Record<string, unknown>>): DoorFilter =>
  doorFilter.parse(Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== "")));

const count = z.int();
const details = z.object({
  by: lenient(z.string()),
  why: lenient(z.enum(["used", "expired", "revoked", "unknown"])),
  token: lenient(z.string()),
});
const ended = z.object({ signIns: count, links: count, tokens: count });
const way = z.enum(["password", "passphrase", "passkey", "link", "join", "return"]);

/** What an event says beside its kind, read back: how somebody came in, or who made a link for them. */
export function doorDetails(stored: unknown) {
  const { by, why, token } = details.parse(stored);
  const known = way.safeParse(by).data;
  return { way: known, maker: known ? undefined : by, why, token, ended: ended.safeParse(stored).data };
}
