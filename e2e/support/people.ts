import { randomBytes } from "node:crypto";
import { encode } from "next-auth/jwt";
import { operator } from "#lib/auth/operator.ts";
import type { Role } from "#lib/auth/roles.ts";
import { signInDays } from "#lib/auth/terms.ts";
import { hashSecret } from "#lib/auth/secrets/secrets.ts";
import { startSignIn } from "#lib/auth/sign-in/sign-ins.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { createUser } from "#lib/users/mutations.ts";

export type Person = { id: string; role: Role; name: string; handle: string; linkPath: string };
export type SignedIn = { signInId: string; cookie: { name: string; value: string } };

const letters = (count: number) =>
  randomBytes(count)
    .toString("hex")
    .replace(/\d/g, (d) => "ghijklmnop"[Number(d)] ?? "");

/** Somebody whom no other test knows. */
export async function addPerson(
  role: Role,
  { name = `Zoe ${letters(5)}`, secret = "" } = {},
): Promise<Person> {
  const { id, handle, linkPath } = await createUser(operator(), { name, role });
  if (secret) await db.user.update({ where: { id }, data: { secretHash: await hashSecret(secret) } });
  return { id, role, name, handle, linkPath };
}

/** As after entering, without the clicks: a row of sign_ins, and the cookie that names it. */
export async function signIn(person: Person, device = "Firefox, Linux"): Promise<SignedIn> {
  const signInId = await startSignIn(db, person.id, "link", device);
  const maxAge = signInDays * 24 * 60 * 60;
  const value = await encode({ token: { sub: signInId }, secret: env.authSecret ?? "", maxAge });
  return { signInId, cookie: { name: "benchside", value } };
}
