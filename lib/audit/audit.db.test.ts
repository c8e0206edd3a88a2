import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { createToken, revokeToken } from "#lib/api-tokens/mutations.ts";
import { listOwnTokens } from "#lib/api-tokens/queries.ts";
import { listDoorEvents, listActors, listEvents, listSubjects } from "#lib/audit/queries.ts";
import { doorDays, type DoorFilter, eventsPerPage, readRecordFilter, subjectKey } from "#lib/audit/schema.ts";
import { exportEvents, type RecordFormat } from "#lib/audit/export-events.ts";
import { recordBulkEvent, recordEvent } from "#lib/auth/record-mutations.ts";
import { operator } from "#lib/auth/operator.ts";
import { setOwnPassword } from "#lib/auth/secrets/own-secret.ts";
import { enterByLink, enterBySecret } from "#lib/auth/sign-in/enter.ts";
import { endOwnSignIn } from "#lib/auth/sign-in/sign-ins.ts";
import { signOutOfEverything } from "#lib/auth/sign-in/ways-in.ts";
import { answerBearer } from "#lib/auth/tokens/token-door.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { inBulkTransaction } from "#lib/bulk/transaction.ts";
import { db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { tidy } from "#lib/worker/worker.ts";
import { log } from "#lib/log.ts";
import {
  elsewhere,
  listEventsAbout,
  makeAdmin,
  makeLink,
  makePerson,
  viewerFor,
} from "#lib/testing/people.ts";
import { expectValue } from "#lib/testing/trial-study.ts";
import { createUser, renewLink } from "#lib/users/mutations.ts";

let admin: Viewer<"admin">;
beforeAll(async () => void (admin = await makeAdmin()));

type EntryInput = {
  action?: string;
  viewer?: Viewer<"admin">;
  details?: Prisma.InputJsonObject;
  type?: string;
};

/** An event about something of its own, so that the tests don't see each other's. */
async function record(
  id: string,
  { action = "user.created", viewer = admin, details, type = "user" }: EntryInput = {},
) {
  await db.$transaction((tx) => recordEvent(tx, viewer, action, { type, id }, details));
}
const find = async (filter: Record<string, string>) =>
  (await listEvents(admin, readRecordFilter(filter))).events;
const actionsOf = async (filter: Record<string, string>) => (await find(filter)).map(({ action }) => action);

async function exported(filter: Record<string, string>, format: RecordFormat): Promise<string> {
  return (await Array.fromAsync(exportEvents(admin, readRecordFilter(filter), format))).join("");
}

describe("the record is searched", () => {
  test("by words of the action, its details, who did it and from where", async () => {
    const [subject, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const viewer = { ...admin, actor: { ...admin.actor, place: `/studies/lighthouse-${other}` } };
    await record(subject, { action: "study.opened", details: { note: "Möwe 100 % sure_thing" }, viewer });
    await record(subject, { action: "study.closed" });
    for (const text of ["opened", "möwe SURE", "100 %", "sure_thing", `lighthouse-${other}`, "Núñez opened"])
      expect(await actionsOf({ subject, text }), text).toEqual(["study.opened"]);
    for (const text of ["surexthing", "100 % closed", "nothing-of-it"])
      expect(await actionsOf({ subject, text }), text).toEqual([]);
  });

  test("by the name that what it was done to bears now", async () => {
    const word = crypto.randomUUID().slice(0, 8);
    const person = await makePerson({ name: `Tamsin ${word}` });
    await record(person.id);
    expect((await find({ text: `tamsin ${word}` })).map((one) => one.subjectId)).toEqual([person.id]);
  });

  test("by actor, action, origin, kind of subject and days", async () => {
    const subject = crypto.randomUUID();
    const other = await makeAdmin();
    await record(subject);
    await record(subject, { viewer: other, action: "user.deactivated" });
    await record(subject, { viewer: operator(), action: "study.saved", type: "study" });
    const today = new Date().toISOString().slice(0, 10);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    expect(await actionsOf({ subject, actor: other.userId })).toEqual(["user.deactivated"]);
    expect(await actionsOf({ subject, action: "user.created" })).toEqual(["user.created"]);
    expect(await actionsOf({ subject, origin: "command_line" })).toEqual(["study.saved"]);
    expect(await actionsOf({ subject, type: "study" })).toEqual(["study.saved"]);
    expect(await actionsOf({ subject, from: yesterday, to: today })).toHaveLength(3);
    expect(await actionsOf({ subject, to: yesterday.replace(/^..../, "2020") })).toEqual([]);
    expect((await listActors(admin)).map(({ id }) => id)).toContain(other.userId);
  });

  test("a day begins and ends at midnight UTC", async () => {
    const id = crypto.randomUUID();
    const at = (time: string) => ({ at: new Date(time), action: time, origin: "web" as const });
    const times = [
      "2031-03-01T23:59:59.999Z",
      "2031-03-02T00:00:00Z",
      "2031-03-02T23:59:59.999Z",
      "2031-03-03T00:00:00Z",
    ];
    for (const time of times)
      await db.auditEvent.create({ data: { ...at(time), subjectType: "user", subjectId: id, details: {} } });
    expect(await actionsOf({ subject: id, from: "2031-03-02", to: "2031-03-02" })).toEqual([
      times[2],
      times[1],
    ]);
  });
});

describe("a long record", () => {
  const subject = crypto.randomUUID();
  const count = 2 * eventsPerPage + 7;
  beforeAll(async () => {
    for (let n = 0; n < count; n++) await record(subject, { details: { n } });
  });

  test("is read page by page, newest first, each event once, while new ones come in", async () => {
    const seen: unknown[] = [];
    let filter = readRecordFilter({ subject });
    for (;;) {
      const { events, older } = await listEvents(admin, filter);
      seen.push(...events.map(({ details }) => details.n));
      await record(subject, { details: { n: -1 } });
      if (older === null) break;
      filter = { ...filter, before: older };
    }
    const mine = seen.filter((n) => n !== -1);
    expect(mine).toEqual(Array.from({ length: count }, (_, index) => count - 1 - index));
  });

  test("is exported whole, as it is filtered", async () => {
    const lines = (await exported({ subject, text: "user.created" }, "jsonl")).trimEnd().split("\n");
    const events = lines.map((line) => JSON.parse(line) as { details: { n: number }; action: string });
    expect(events.filter(({ details }) => details.n >= 0)).toHaveLength(count);
    expect(events[0]).toMatchObject({
      action: "user.created",
      origin: "web",
      place: "/a-page",
      subjectId: subject,
    });
  });
});

test("a spreadsheet doesn't take what people wrote for formulas", async () => {
  const subject = crypto.randomUUID();
  const viewer = { ...admin, actor: { ...admin.actor, place: "=cmd|' /C calc'!A0" } };
  await record(subject, { viewer, details: { said: 'a "quoted", one' } });
  const [head = "", row = ""] = (await exported({ subject }, "csv")).split("\r\n");
  expect(head).toMatch(/^\uFEFFid,at,actor_id,/);
  expect(row).toContain(",'=cmd|' /C calc'!A0,");
  expect(row).toContain(String.raw`"{""said"":""a \""quoted\"", one""}"`);
});

test("what an event was about is named while it exists, and left unnamed after", async () => {
  const person = await makePerson({ name: "Ida Boy" });
  const made = await createBenchmark(admin, { name: "Harbour", description: "" });
  const named = [
    { subjectType: "user", subjectId: person.id },
    { subjectType: "benchmark", subjectId: String(made.id) },
    { subjectType: "study", subjectId: crypto.randomUUID() },
    { subjectType: "job", subjectId: "not a number" },
    { subjectType: "model_run", subjectId: "99999999999" },
  ];
  const subjects = await listSubjects(admin, named);
  expect(named.map((item) => subjects.get(subjectKey(item))?.name)).toEqual([
    "Ida Boy",
    "Harbour",
    undefined,
    undefined,
    undefined,
  ]);
});

describe("what is recorded", () => {
  test("an action that fails leaves no record, and a record that fails leaves no action", async () => {
    const [admin, person] = [await makeAdmin(), await makePerson({ name: "Before" })];
    const subject = { type: "user", id: person.id };
    const rename = (name: string, fails: boolean) =>
      db.$transaction(async (tx) => {
        await tx.user.update({ where: { id: person.id }, data: { name } });
        const actor = fails
          ? { id: "00000000-0000-0000-0000-000000000000", origin: "web" as const, place: null }
          : admin.actor;
        await recordEvent(tx, { ...admin, actor }, "user.renamed", subject, { to: name });
        if (name === "Never") throw new Error("changed my mind");
      });
    await expect(rename("Unrecorded", true)).rejects.toThrow("audit_events_actor_id_fkey");
    await expect(rename("Never", false)).rejects.toThrow("changed my mind");
    expect(await db.user.findUnique({ where: { id: person.id } })).toMatchObject({ name: "Before" });
    expect(await listEventsAbout(person.id)).toEqual([]);

    await rename("After", false);
    expect(await listEventsAbout(person.id)).toEqual([
      {
        action: "user.renamed",
        actorId: admin.userId,
        origin: "web",
        requestId: "request-1",
        details: { to: "After" },
      },
    ]);
  });

  test("a record says where it was done from, and a bulk one does too", async () => {
    const admin = await makeAdmin();
    const subject = { type: "user", id: crypto.randomUUID() };
    await db.$transaction((tx) => recordEvent(tx, admin, "user.renamed", subject));
    await inBulkTransaction((client) => recordBulkEvent(client, operator(), "user.renamed", subject));
    const events = await db.auditEvent.findMany({
      where: { subjectId: subject.id },
      select: { place: true, origin: true },
      orderBy: { id: "asc" },
    });
    expect(events).toEqual([
      { place: "/a-page", origin: "web" },
      { place: null, origin: "command_line" },
    ]);
  });
});

describe("doors", () => {
  log.level = "silent";
  const secret = "heron maple lake stone amber";
  const admin = operator();
  const seen = async (filter: DoorFilter) => (await listDoorEvents(admin, filter)).events;
  const kindsOf = async (userId: string) =>
    (await seen({ user: userId })).map(({ kind, details }) => [kind, details]).toReversed();

  describe("what happens at the doors", () => {
    test("is there for admins, with address and device: sign-ins, failures, waits, links, new secrets", async () => {
      const person = await makePerson({ role: "researcher", secret });
      const from = elsewhere();
      const enter = (given: string) => enterBySecret({ handle: person.handle, secret: given }, from);
      const { admission } = expectValue(await enter(secret));
      const signInId = admission.kind === "signed_in" ? admission.signInId : "";
      for (let i = 0; i < 7; i++) await enter("wrong");
      const token = await makeLink(person.id);
      await enterByLink(token, from);
      await enterByLink(token, from);
      const viewer = viewerFor({ ...person, role: "researcher" }, signInId);
      await setOwnPassword(viewer, { current: "wrong", password: "brook candle otter window" });
      await setOwnPassword(viewer, { current: secret, password: "brook candle otter window" });
      await endOwnSignIn(viewer, signInId);
      await signOutOfEverything(viewer, { tokens: false });
      const none = { signIns: 0, links: 0, tokens: 0 };
      expect(await kindsOf(person.id)).toEqual([
        ["signed_in", { by: "password" }],
        ...Array.from({ length: 5 }, () => ["sign_in_failed", {}]),
        // Two were turned away, and that is told once.
        ["throttled", {}],
        ["signed_in", { by: "link" }],
        ["link_refused", { why: "used" }],
        ["proof_failed", {}],
        ["password_set", { ...none, signIns: 1 }],
        ["signed_out", {}],
        ["signed_out_everywhere", none],
      ]);
      const [last] = await seen({ user: person.id, kind: "link_refused" });
      expect(last).toMatchObject({ ...from, handle: person.handle, name: person.name });
      expect((await seen({ text: from.address })).length).toBe(9);
    });

    test("of tokens too: made, used for the first time, revoked, and refused where they are wrong", async () => {
      const viewer = await makeAdmin();
      const token = expectValue(await createToken(viewer, { name: "Notebook", days: 30 }));
      const { address } = elsewhere();
      const send = (sent: string) => {
        const headers = { authorization: `Bearer ${sent}`, "x-benchside-address": address };
        const request = new Request("https://study.example.org/api/v1/studies", { headers });
        return answerBearer(["admin"], { request, signedIn: async () => null }, async () => new Response());
      };
      for (const sent of [token, token, "bs_no", "bs_no"]) await send(sent);
      const [{ id } = { id: "" }] = await listOwnTokens(viewer);
      await revokeToken(viewer, id);
      const named = { token: "Notebook" };
      expect(await kindsOf(viewer.userId)).toEqual([
        ["token_made", named],
        ["token_used", named],
        ["token_revoked", named],
      ]);
      expect((await seen({ text: address })).map(({ kind }) => kind)).toEqual([
        "token_refused",
        "token_used",
      ]);
    });

    test("names nothing that was typed where nobody has that name: it may have been a password", async () => {
      const from = elsewhere();
      const typed = `my-secret-${randomUUID()}`;
      const lines: unknown[] = [];
      const kept = log.info.bind(log);
      log.info = ((line: unknown) => void lines.push(line)) as typeof log.info;
      await enterBySecret({ handle: typed, secret: typed }, from);
      log.info = kept;
      expect(lines).toMatchObject([{ door: "sign_in_failed", userId: null, address: from.address }]);
      const events = await seen({ text: from.address });
      expect(events).toMatchObject([{ kind: "sign_in_failed", userId: null }]);
      expect(JSON.stringify([lines, events.map((event) => ({ ...event, id: "" }))])).not.toContain(typed);
    });

    test("says who made a link; what the command line does has no door", async () => {
      const viewer = await makeAdmin();
      const { id } = await createUser(viewer, { name: "Wu Tang", role: "researcher" });
      await renewLink(admin, id);
      expect(await kindsOf(id)).toEqual([["link_made", { by: viewer.handle }]]);
    });
  });

  test(`is forgotten after ${doorDays} days, addresses and all; the record stays`, async () => {
    const { id: userId } = await makePerson();
    const day = (days: number) => new Date(Date.now() - days * 86_400_000);
    const event = { kind: "signed_in", userId, address: "192.0.2.7", device: "?" };
    for (const days of [doorDays - 1, doorDays + 1])
      await db.doorEvent.create({ data: { ...event, at: day(days) } });
    const recorded = await db.auditEvent.count();
    expect(await tidy()).toMatchObject({ doors: 1 });
    expect(await seen({ user: userId })).toHaveLength(1);
    expect(await db.auditEvent.count()).toBe(recorded);
  });

  test("the list goes on where it ended, and finds by name, kind and the beginning of an address", async () => {
    const person = await makePerson({ name: `Zoë 100% ${randomUUID().slice(0, 8)}` });
    const event = { userId: person.id, address: "198.51.100.7", device: "?" };
    await db.doorEvent.createMany({
      data: Array.from({ length: 103 }, () => ({ ...event, kind: "signed_in" })),
    });
    const first = await listDoorEvents(admin, { text: person.name });
    expect([first.events.length, first.older]).toEqual([100, first.events.at(-1)?.id]);
    const rest = await listDoorEvents(admin, { text: person.handle, before: first.older ?? undefined });
    expect([rest.events.length, rest.older]).toEqual([3, null]);
    expect((await listDoorEvents(admin, { text: "198.51.100.7", user: person.id })).events).toHaveLength(100);
    expect((await listDoorEvents(admin, { user: person.id, kind: "throttled" })).events).toEqual([]);
    expect((await listDoorEvents(admin, { text: "51.100", user: person.id })).events).toEqual([]);
  });
});
