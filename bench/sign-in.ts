import type { Figure } from "#bench/support/figure.ts";
import { median, timed } from "#bench/support/timing.ts";

export const name = "sign-in";
export const about = "what looking at a password costs (argon2id, 19 MiB, 2 passes)";

const ROUNDS = 40;
const AT_ONCE = 16;

export async function run(): Promise<Figure[]> {
  // Not above: the list of benches reads this file where the server's modules refuse to be.
  const { hashSecret, verifySecret } = await import("#lib/auth/secrets/secrets.ts");
  const secret = "correct horse battery staple";
  const stored = await hashSecret(secret);
  await verifySecret(stored, secret);
  await verifySecret(null, secret);

  const alone = async (work: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await timed(work));
    return median(times);
  };
  const right = await alone(() => verifySecret(stored, secret));
  const wrong = await alone(() => verifySecret(stored, "not the right one"));
  const stranger = await alone(() => verifySecret(null, secret));
  const made = await alone(() => hashSecret(secret));
  const together = await timed(() =>
    Promise.all(Array.from({ length: AT_ONCE * 4 }, () => verifySecret(stored, secret))),
  );
  return [
    { what: "right password, median", value: right, unit: "ms" },
    { what: "wrong password, median", value: wrong, unit: "ms" },
    { what: "account that doesn't exist, median", value: stranger, unit: "ms" },
    { what: "storing a new password, median", value: made, unit: "ms" },
    { what: "checks a second, many at once", value: (AT_ONCE * 4 * 1000) / together, unit: "1/s" },
  ];
}
