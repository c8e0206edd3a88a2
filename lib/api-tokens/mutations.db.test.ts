import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createToken, revokeToken } from "#lib/api-tokens/mutations.ts";
import { listOwnTokens } from "#lib/api-tokens/queries.ts";
import { mostTokens, newTokenInput } from "#lib/api-tokens/schema.ts";
import { hashToken } from "#lib/auth/secrets/secrets.ts";
import { db } from "#lib/db.ts";
import { listEventsAbout, makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const makeResearcher = async () => viewerFor({ ...(await makePerson()), role: "researcher" as const });
const notFound = { ok: false, error: "not_found" };

describe("a new token", () => {
  test("is told once; the database and the record hold nothing to use it with", async () => {
    const viewer = await makeResearcher();
    const token = expectValue(await createToken(viewer, { name: "Notebook", days: 30 }));
    expect(token).toMatch(/^bs_[\w-]{43}$/);
    const row = await db.apiToken.findFirstOrThrow({ where: { userId: viewer.userId } });
    expect(row.tokenHash).toEqual(hashToken(token));
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(30 * 86_400_000);
    const events = await listEventsAbout(viewer.userId);
    expect(events).toMatchObject([
      { action: "api_token.created", actorId: viewer.userId, details: { name: "Notebook", days: 30 } },
    ]);
    const { tokenHash, ...rest } = row;
    expect(JSON.stringify([rest, events])).not.toContain(token.slice(3));
    expect(Buffer.from(tokenHash).toString("utf8")).not.toContain(token.slice(3, 10));
  });

  test("is one of twenty in use, also when several are made at once", async () => {
    const viewer = await makeResearcher();
    const make = () => createToken(viewer, { name: "Notebook", days: 30 });
    for (let i = 0; i < mostTokens - 1; i++) expectValue(await make());
    const last = await Promise.all([make(), make(), make()]);
    expect(last.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await make()).toEqual({ ok: false, error: "too_many" });
    const [oldest] = (await listOwnTokens(viewer)).slice(-1);
    expectValue(await revokeToken(viewer, oldest?.id ?? ""));
    expectValue(await make());
  });

  test.each([
    { name: " ", days: "90" },
    { name: "a".repeat(101), days: "90" },
    { name: "Notebook", days: "91" },
    { name: "Notebook", days: "" },
    { name: "Note\0book", days: "90" },
  ])("is refused for %j", (given) => {
    expect(newTokenInput.safeParse(given).success).toBe(false);
    expect(newTokenInput.parse({ name: " Notebook ", days: "365" })).toEqual({ name: "Notebook", days: 365 });
  });
});

describe("revoking", () => {
  test("takes it off its owner's list, and is recorded once", async () => {
    const viewer = await makeResearcher();
    await createToken(viewer, { name: "Old laptop", days: 90 });
    const [token] = await listOwnTokens(viewer);
    expect(await revokeToken(viewer, token?.id ?? "")).toMatchObject({ ok: true });
    expect(await revokeToken(viewer, token?.id ?? "")).toEqual(notFound);
    expect(await listOwnTokens(viewer)).toEqual([]);
    expect((await listEventsAbout(viewer.userId)).slice(1)).toMatchObject([
      { action: "api_token.revoked", details: { name: "Old laptop" } },
    ]);
  });

  test("nobody sees or revokes another's", async () => {
    const [victim, attacker] = [await makeResearcher(), await makeResearcher()];
    await createToken(victim, { name: "Notebook", days: 90 });
    const [token] = await listOwnTokens(victim);
    expect(await listOwnTokens(attacker)).toEqual([]);
    expect(await revokeToken(attacker, token?.id ?? "")).toEqual(notFound);
    expect(await revokeToken(attacker, randomUUID())).toEqual(notFound);
    expect(await listOwnTokens(victim)).toEqual([token]);
  });
});
