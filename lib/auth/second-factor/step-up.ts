import "server-only";
import { verifyOwnSecret } from "#lib/auth/secrets/own-secret.ts";
import { listFactors, proveByCode, type Proof } from "#lib/auth/second-factor/factors.ts";
import { recordUse } from "#lib/auth/second-factor/half-sign-in.ts";
import { proofFields, type ProofMethod } from "#lib/auth/second-factor/schema.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { fail, type Failure, type Result } from "#lib/result.ts";

type ProofRequest = {
  provenAt: Date;
  form: FormData;
  minutes: number;
  /** For the first thing to prove oneself with: where there is none yet, there is nothing to ask for. */
  orNothing: boolean;
};

/** Null for whoever has shown lately, or shows with this very form, who they are. */
export async function askAgain(
  viewer: Staff,
  { provenAt, form, minutes, orNothing }: ProofRequest,
): Promise<Failure<"ask_again"> | null> {
  if (Date.now() - provenAt.getTime() < minutes * 60_000) return null;
  const ways = await listWays(viewer);
  if (ways.length === 0 && orNothing) return null;
  const password = textOf(form, proofFields.password);
  const code = textOf(form, proofFields.code);
  const shown =
    (password && ways.includes("password") && (await take(viewer, verifyOwnSecret(viewer, password)))) ||
    (code && ways.includes("code") && (await take(viewer, proveByCode(viewer, code))));
  if (shown === "proven") return null;
  return fail("ask_again", { ways: ways.join(" "), ...(shown ? { problem: shown } : {}) });
}

/** What was shown counts from now on; of what was not it says why. */
async function take(
  viewer: Staff,
  showing: Promise<Result<Proof | undefined>>,
): Promise<"proven" | "wrong" | "throttled"> {
  const shown = await showing;
  if (!shown.ok) return shown.error === "throttled" ? "throttled" : "wrong";
  await noteProof(viewer, shown.value ?? null);
  return "proven";
}

export async function noteProof(viewer: Staff, secondFactor: Proof | null): Promise<void> {
  if (!viewer.signInId) return;
  const id = viewer.signInId;
  await db.$transaction(async (tx) => {
    await tx.signIn.update({ where: { id }, data: { provenAt: new Date() } });
    if (secondFactor) await recordUse(tx, viewer, secondFactor, "asked_again");
  });
}

async function listWays(viewer: Staff): Promise<ProofMethod[]> {
  const { codeAppSince, passkeys, recoveryCodes } = await listFactors(viewer);
  const ways: [ProofMethod, boolean][] = [
    ["password", viewer.hasSecret],
    ["code", codeAppSince !== null || recoveryCodes > 0],
    ["passkey", passkeys.length > 0],
  ];
  return ways.filter(([, has]) => has).map(([way]) => way);
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.slice(0, 1000) : "";
}
