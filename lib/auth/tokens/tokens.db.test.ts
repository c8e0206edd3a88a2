import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createToken, revokeToken } from "#lib/api-tokens/mutations.ts";
import { listOwnTokens } from "#lib/api-tokens/queries.ts";
import { mostTokens, newTokenInput } from "#lib/api-tokens/schema.ts";
import type { Role } from "#lib/auth/roles.ts";
import { hashToken } from "#lib/auth/secrets/secrets.ts";
import { LineFull } from "#lib/auth/secrets/waiting-line.ts";
import { answerBearer } from "#lib/auth/tokens/token-door.ts";
import { newApiToken } from "#lib/auth/tokens/token-text.ts";
import { db } from "#lib/db.ts";
import { elsewhere, listEventsAbout, makeAdmin, makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue } from "#lib/testing/trial-study.ts";
import { changeRole, deactivateUser, reactivateUser } from "#lib/users/mutations.ts";

/** Every test asks from an address of its own, so that nobody's wrong tokens count for others. */
async function send(
  token: string,
  { allowed = ["researcher", "admin"] as Role[], address = elsewhere().address } = {},
) {
  const headers = { authorization: `Bearer ${token}`, "x-benchside-address": address };
  const request = new Request("https://study.example.org/api/v1/studies?secret=1", { headers });
  const signedIn = async () => viewerFor(await makePerson({ role: "admin" }));
  return answerBearer(allowed, { request, signedIn }, async ({ userId, role, actor, signInId }) =>
    Response.json({ userId, role, actor, signInId }),
  );
}
const statusFor = async (token: string) => (await send(token)).status;

async function makeOwner(role: "researcher" | "admin" = "researcher") {
  const person = await makePerson({ role });
  const viewer = viewerFor({ ...person, role });
  const token = expectValue(await createToken(viewer, { name: "Notebook", days: 30 }));
  const [{ id } = { id: "" }] = await listOwnTokens(viewer);
  return { person, viewer, token, id };
}

describe("a token", () => {
  test("lets its owner in, and says in the record where they were", async () => {
    const { person, token } = await makeOwner();
    const answer = await send(token);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      userId: person.id,
      role: "researcher",
      signInId: null,
      actor: { id: person.id, origin: "web", place: "/api/v1/studies" },
    });
  });

  test("ends when its owner is raised or lowered: it was made for what they could see then", async () => {
    for (const [from, to] of [
      ["researcher", "admin"],
      ["admin", "researcher"],
    ] as const) {
      const { person, token } = await makeOwner(from);
      expect(await statusFor(token)).toBe(200);
      expect(await changeRole(await makeAdmin(), person.id, to)).toEqual({
        ok: true,
        value: { links: 0, tokens: 1 },
      });
      expect(await statusFor(token)).toBe(401);
    }
  });

  test("is good for what its owner's role may do", async () => {
    const { token } = await makeOwner();
    expect((await send(token, { allowed: ["admin"] })).status).toBe(403);
  });

  test("ends when it is revoked", async () => {
    const { viewer, token, id } = await makeOwner();
    expect(await statusFor(token)).toBe(200);
    await revokeToken(viewer, id);
    expect(await statusFor(token)).toBe(401);
  });

  test("ends when its time is over", async () => {
    const { token, id } = await makeOwner();
    const [createdAt, expiresAt] = [new Date(Date.now() - 60_000), new Date(Date.now() - 1)];
    await db.apiToken.update({ where: { id }, data: { createdAt, expiresAt } });
    expect(await statusFor(token)).toBe(401);
  });

  test("ends with its owner's account, and doesn't come back with it", async () => {
    const { person, token } = await makeOwner();
    const admin = await makeAdmin();
    await db.user.update({ where: { id: person.id }, data: { deactivatedAt: new Date() } });
    expect(await statusFor(token)).toBe(401);
    await reactivateUser(admin, person.id);
    expect(await statusFor(token)).toBe(200);
    await deactivateUser(admin, person.id, person.handle);
    await reactivateUser(admin, person.id);
    expect(await statusFor(token)).toBe(401);
  });

  test("notes its use at most once a minute", async () => {
    const { token, id } = await makeOwner();
    const lastUse = async () => (await db.apiToken.findUniqueOrThrow({ where: { id } })).lastUsedAt;
    expect(await lastUse()).toBeNull();
    await Promise.all([send(token), send(token), send(token)]);
    const first = await lastUse();
    expect(Date.now() - (first?.getTime() ?? 0)).toBeLessThan(60_000);
    await send(token);
    expect(await lastUse()).toEqual(first);
    const longAgo = new Date(Date.now() - 61_000);
    await db.apiToken.update({ where: { id }, data: { lastUsedAt: longAgo } });
    await send(token);
    expect((await lastUse())?.getTime()).toBeGreaterThan(longAgo.getTime());
  });
});

test("another scheme is a proxy's own, and no token at all is asked for one", async () => {
  const signedIn = viewerFor(await makePerson({ role: "admin" }));
  const ask = (authorization: string, viewer: typeof signedIn | null) => {
    const request = new Request("https://study.example.org/api/v1", { headers: { authorization } });
    const door = { request, signedIn: async () => viewer };
    return answerBearer(["admin"], door, async ({ userId }) => Response.json({ userId }));
  };
  expect(await (await ask("Basic YTpi", signedIn)).json()).toEqual({ userId: signedIn.userId });
  const refused = await ask("Basic YTpi", null);
  expect([refused.status, await refused.json()]).toEqual([
    401,
    expect.objectContaining({ error: "no_token" }),
  ]);
});

describe("a wrong token", () => {
  test("gets the same answer, whatever is wrong with it", async () => {
    const { viewer, token, id } = await makeOwner();
    await revokeToken(viewer, id);
    const answers = [];
    for (const wrong of [token, newApiToken(), "", "bs_short", `${newApiToken()} more`, "\u00fc"]) {
      const answer = await send(wrong);
      answers.push([answer.status, answer.headers.get("www-authenticate"), await answer.text()]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual([
      401,
      expect.stringContaining("Bearer"),
      expect.stringContaining("wrong_token"),
    ]);
  });

  test("is told to wait after sixty from one address, where a right one still works", async () => {
    const { token } = await makeOwner();
    const { address } = elsewhere();
    for (let i = 0; i < 60; i++) expect((await send("bs_no", { address })).status).toBe(401);
    const answer = await send("bs_no", { address });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "900"]);
    expect(await answer.json()).toMatchObject({
      error: "too_many_wrong_tokens",
      message: expect.any(String),
    });
    expect((await send(token, { address })).status).toBe(200);
    expect((await send("bs_no")).status).toBe(401);
  });
});

test("where too many stand in line the answer says so; what else goes wrong stays what it is", async () => {
  const request = new Request("https://study.example.org/api/v1");
  const signedIn = async () => viewerFor(await makePerson({ role: "admin" }));
  const failing = (error: Error) =>
    answerBearer(["admin"], { request, signedIn }, () => Promise.reject(error));
  const response = await failing(new LineFull("too many"));
  expect([response.status, response.headers.get("retry-after"), await response.json()]).toEqual([
    503,
    "60",
    { error: "busy", message: expect.stringMatching(/Try again in a minute\.$/) },
  ]);
  const left = await failing(new DOMException("gone", "AbortError"));
  expect([left.status, await left.text()]).toEqual([499, ""]);
  await expect(failing(new Error("no database"))).rejects.toThrow("no database");
});

describe("making and revoking tokens", () => {
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
      expect(newTokenInput.parse({ name: " Notebook ", days: "365" })).toEqual({
        name: "Notebook",
        days: 365,
      });
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
});
