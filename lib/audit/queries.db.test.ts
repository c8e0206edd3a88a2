import { beforeAll, describe, expect, test } from "vitest";
import { exportEvents, type RecordFormat } from "#lib/audit/export-events.ts";
import { recordEvent } from "#lib/audit/mutations.ts";
import { listActors, listEvents } from "#lib/audit/queries.ts";
import { eventsPerPage, readRecordFilter, subjectKey } from "#lib/audit/schema.ts";
import { listSubjects } from "#lib/audit/subject-queries.ts";
import { operator } from "#lib/auth/operator.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { makeAdmin, makePerson } from "#lib/testing/people.ts";

let admin: Viewer<"admin">;
beforeAll(async () => void (admin = await makeAdmin()));

type Given = { action?: string; viewer?: Viewer<"admin">; details?: Prisma.InputJsonObject; type?: string };

/** An event about something of its own, so that the tests don't see each other's. */
async function record(
  id: string,
  { action = "user.created", viewer = admin, details, type = "user" }: Given = {},
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
