import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { hangMs } from "#lib/testing/limits.ts";
import { listChanged } from "#lib/sittings/answers/changed-parts.ts";
import {
  holdsAll,
  isGiven,
  isSameGiven,
  isSamePart,
  listParts,
} from "#lib/sittings/answers/answer-content.ts";
import type { StoredValue } from "#lib/sittings/answers/stored-answer.ts";
import { getDesign } from "#lib/sittings/queries.ts";
import { kindNameOf } from "#lib/task-kinds/registry.ts";
import { kinds } from "#e2e/everyone/kinds.ts";
import { tideStudy } from "#e2e/participant/faults/made-cases.ts";
import {
  faults,
  readObservation,
  WatchedDevice,
  type ServedCase,
  type Observation,
} from "#e2e/participant/faults/watched-device.ts";
import { beginAt, openedStudy, personOf, type OpenStudy, type Sitter } from "#e2e/support/studies.ts";
import { expect, test, thorough, type Fixtures } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

type TestFixtures = Pick<Fixtures, "newDevice" | "signInAs" | "expectErrors"> & { page: Page };
type NextNumber = (below: number) => number;

/** A generator of numbers that a seed decides. */
function draw(seed: number): NextNumber {
  let state = seed * 2_654_435 + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const questions = (mayGoBack: boolean, form: "slider" | "options") => ({
  mayGoBack,
  reason: "optional",
  knowsWork: "optional",
  flag: "optional",
  confidence: { ask: "optional", form },
});
const designs: readonly ((asked: object) => Promise<OpenStudy>)[] = [
  (asked) => tideStudy(4, { questions: asked }),
  ...["codes", "labels", "ratings", "pairs", "texts", "traits"].map((name) => async (asked: object) => {
    const design = await kinds[name]?.design(false);
    return openedStudy({ ...design, questions: asked });
  }),
];

/** What is asked of each case, and in which order its options stand. */
async function listServed({ sittingId, viewer }: Sitter, study: OpenStudy): Promise<Map<number, ServedCase>> {
  const rows = await db.servedCase.findMany({
    where: { sittingId, sitting: { userId: viewer.userId } },
    select: {
      position: true,
      optionOrder: true,
      studyCase: { select: { caseVersion: { select: { case: { select: { kind: true } } } } } },
    },
  });
  const { questions: asked } = await getDesign(study.id as Parameters<typeof getDesign>[0]);
  return new Map(
    rows.map(({ position, optionOrder, studyCase }) => {
      const kind = kindNameOf(studyCase.caseVersion.case.kind);
      return [position, { order: optionOrder, asked: { ...asked, kind } }];
    }),
  );
}

/** One thing that somebody does at a case: a press, some letters, a step of a slider, numbers. */
async function doSomething({ page, form }: WatchedDevice, next: NextNumber): Promise<void> {
  // In one go: a form that changes meanwhile may have fewer fields, and one that is gone would be waited for.
  const type = await form.evaluateAll(
    (forms, at) => {
      const fields = forms[0]?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
        "input:not([type=hidden]), textarea",
      );
      const field = fields?.[Math.floor(at * fields.length)];
      if (field?.type === "radio" || field?.type === "checkbox") field.click();
      else field?.focus();
      return field?.inputMode === "numeric" ? "number" : (field?.type ?? null);
    },
    next(2 ** 32) / 2 ** 32,
  );
  if (type === null || type === "radio" || type === "checkbox") return;
  if (type === "range") {
    for (let step = 0; step <= next(4); step += 1) await page.keyboard.press("ArrowRight");
    return;
  }
  await page.keyboard.press("End");
  await page.keyboard.type(
    type === "number" ? String(next(60)) : (["tide ", "钟 ", "of bells", "\n"][next(4)] ?? ""),
  );
}

async function turn(
  { page, form }: WatchedDevice,
  next: NextNumber,
  caseAt: (position: number) => string,
): Promise<void> {
  const going = ["next", "next", "previous", "overview"][next(4)];
  const button = form.locator(`button[name=go][value=${going}]:enabled`).filter({ visible: true }).first();
  if ((await button.count()) > 0) return button.click();
  await page.goto(caseAt(1 + next(2)));
}

type Sitting = {
  seed: number;
  sitter: Sitter;
  served: Map<number, ServedCase>;
  caseAt: (position: number) => string;
  /** How many steps. */
  done: number;
};

/** So many steps has a sitting; in each of them something goes wrong on the way at the one, and in the database at the other. */
const [steps, faultAt, waitAt] = [20, 5, 12];

/** One step of a random walk. */
async function step(device: WatchedDevice, sitting: Sitting, next: NextNumber): Promise<void> {
  const { sitter, caseAt, seed, done } = sitting;
  const { page } = device;
  const what = done === faultAt ? 18 : done === waitAt ? 19 : next(20);
  if (what < 12) return doSomething(device, next);
  if (what < 15) return turn(device, next, caseAt);
  if (what === 15) return void (await page.reload());
  if (what === 16) {
    await page.goto("/sittings");
    return void (await page.goto(caseAt(1 + next(2))));
  }
  if (what === 17) return device.comeBack();
  if (what === 18)
    return device.setFault(faults[(done === faultAt ? seed : next(faults.length)) % faults.length] ?? "none");
  // The database lets it wait.
  await db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('sitting'), hashtext(${sitter.sittingId}::uuid::text))`;
      await doSomething(device, next);
      await device.look();
    },
    { timeout: hangMs },
  );
}

/** What each device gave last for each part of each case. */
type LastInputs = Map<string, unknown[]>;

/** Numbers that don't add up keep nothing else from being stored. */
const readWhatFits = ({ fields }: Observation, served: ServedCase): StoredValue | null =>
  readObservation({ fields }, served) ??
  readObservation({ fields: fields.filter(([name]) => !name.startsWith("probability-")) }, served);

/** What the device's own hand changed at the case in front of it. */
async function watchStep(
  device: WatchedDevice,
  sitting: Sitting,
  next: NextNumber,
  touched: LastInputs,
): Promise<void> {
  const before = await device.look();
  await step(device, sitting, next);
  const after = await device.look();
  if (!before || after?.position !== before.position) return;
  const served = sitting.served.get(after.position);
  const [was, is] = [before, after].map((sight) => served && readWhatFits(sight, served));
  if (!was || !is) return;
  for (const part of listChanged(was, is)) {
    const key = `${after.position} ${part}`;
    touched.set(key, [...(touched.get(key) ?? []), is[part as keyof StoredValue]]);
  }
}

/** Whatever was called saved was in the database at that moment. */
async function expectTrueSights(
  devices: readonly WatchedDevice[],
  { sitter, served }: Sitting,
  name: string,
) {
  const { sittingId } = sitter;
  const all = await db.answerRevision.findMany({ where: { sittingId }, orderBy: { revision: "asc" } });
  for (const { sights, sent } of devices) {
    const ids = new Set(sent.map(({ id }) => id));
    const saved = sights.filter(({ said, fields }) => {
      const ofPage = fields.find(([name]) => name === "sittingId")?.[1];
      return said === t("sending.saved") && ofPage === sittingId;
    });
    for (const sight of saved) {
      const { at, position } = sight;
      const place = served.get(position);
      const shown = place && readObservation(sight, place);
      const stored = all.filter((one) => one.position === position && one.savedAt.getTime() <= at + 2);
      const counted = listCounted(stored, ids);
      const isTrue = counted.some(({ value }) => shown && isSameGiven(value as StoredValue, shown));
      const isBlank =
        !stored.some(({ id }) => ids.has(id)) &&
        shown &&
        listParts(shown).every((part) => !isGiven(shown, part));
      expect(isTrue || isBlank, `${name}: saved was said over ${JSON.stringify(shown)}`).toBe(true);
    }
  }
}

type StoredRevision = { id: string; revision: number; value: unknown; givenAt: Date | null; savedAt: Date };
const givenAt = (one: StoredRevision) => (one.givenAt ?? one.savedAt).getTime();

/** All that counted, one after the other, since the last of these was stored: what was given last, whatever its number. */
function listCounted(stored: readonly StoredRevision[], own: ReadonlySet<string>): StoredRevision[] {
  const since = Math.max(
    0,
    ...stored.filter(({ id }) => own.has(id)).map(({ savedAt }) => savedAt.getTime()),
  );
  const moments = stored.map(({ savedAt }) => savedAt.getTime()).filter((moment) => moment >= since);
  return moments.flatMap((moment) => {
    const there = stored.filter(({ savedAt }) => savedAt.getTime() <= moment);
    return there
      .toSorted((one, other) => givenAt(one) - givenAt(other) || one.revision - other.revision)
      .slice(-1);
  });
}

/** Once all is quiet, every device shows what counts, and each part is as one of them gave it last. */
async function expectNothingLost(
  devices: readonly WatchedDevice[],
  { sitter, served, caseAt }: Sitting,
  touched: LastInputs,
  name: string,
) {
  const { sittingId } = sitter;
  const current = (position: number) =>
    db.answerRevision.findFirst({
      where: { sittingId, position },
      orderBy: [{ givenAt: "desc" }, { revision: "desc" }],
    });
  for (const device of devices)
    for (const position of [1, 2]) {
      await device.page.goto(caseAt(position));
      await expect(async () => {
        await device.comeBack();
        const [sight, place, answer] = [await device.look(), served.get(position), await current(position)];
        expect(sight && place, name).toBeTruthy();
        if (!sight || !place) return;
        const shown = readObservation(sight, place);
        // Numbers that don't add up stay in their fields.
        if (!shown)
          return expect(sight.said, `${name}: ${JSON.stringify([sight, place, answer?.value])}`).toBe(
            t("sending.unfit"),
          );
        expect(isSameGiven(shown, (answer?.value ?? {}) as StoredValue), name).toBe(true);
      }).toPass();
    }
  for (const [key, values] of touched) {
    const [position = "", part = ""] = key.split(" ");
    const answer = await current(Number(position));
    const counts = (answer?.value ?? {}) as StoredValue;
    const isOneOf = values.some((value) => isSamePart(counts, { [part]: value }, part));
    expect(isOneOf, `${name}: ${key} is none of ${JSON.stringify(values)}`).toBe(true);
  }
}

/** Where one doesn't go back, what is called a draft on the server is there. */
async function expectDraft(device: WatchedDevice, { sitter, served }: Sitting, name: string) {
  const [before, { sittingId }] = [await device.look(), sitter];
  if (before?.said !== t("sending.draftStored")) return;
  const where = { sittingId, position: before.position };
  const [draft, answer] = [await db.answerDraft.findFirst({ where }), await db.answer.findFirst({ where })];
  const after = await device.look();
  const place = served.get(before.position);
  if (JSON.stringify(after?.fields) !== JSON.stringify(before.fields) || after?.said !== before.said) return;
  const shown = place && readObservation(before, place);
  if (!shown || answer) return;
  expect(
    holdsAll((draft?.value ?? {}) as StoredValue, shown),
    `${name}: draft ${JSON.stringify(before)}`,
  ).toBe(true);
}

/** Walks through so many sittings, each decided by its seed alone. */
async function sit(
  { page, newDevice, signInAs, expectErrors }: TestFixtures,
  seeds: readonly number[],
): Promise<void> {
  // Where one doesn't go back, a case that one device has passed is refused to the other; one refusal comes for certain.
  expectErrors(/status of 4(00|09)/);
  const phone = await newDevice({ viewport: { width: 360, height: 740 }, hasTouch: true });
  const devices = [await WatchedDevice.open(page), await WatchedDevice.open(phone)];
  const studies = new Map<string, OpenStudy>();
  for (const seed of seeds) {
    const [at, mayGoBack] = [seed % designs.length, seed % 3 !== 2];
    const name = `seed ${seed}, study ${at}, ${mayGoBack ? "free" : "one way"}`;
    const asked = questions(mayGoBack, at < 1 && seed % 2 === 1 ? "options" : "slider");
    const key = JSON.stringify([at, asked]);
    const study = studies.get(key) ?? (await designs[at]?.(asked));
    if (!study) throw new Error(`no study is called ${at}`);
    studies.set(key, study);
    const sitting = await begin(study, seed);
    for (const device of devices)
      await device.sitDown(
        () => signInAs(personOf(sitting.sitter), device.page.context()),
        sitting.caseAt(1),
      );
    await walk(devices, sitting, mayGoBack, name);
  }
  await page.evaluate((address) => fetch(address, { method: "POST", body: "{}" }), answersOf(page));
}

async function begin(study: OpenStudy, seed: number): Promise<Sitting> {
  const sitter = await beginAt(study);
  const caseAt = (position: number) => `/sittings/${sitter.sittingId}/${position}`;
  return { seed, sitter, served: await listServed(sitter, study), caseAt, done: 0 };
}

async function walk(
  devices: readonly WatchedDevice[],
  sitting: Sitting,
  mayGoBack: boolean,
  name: string,
): Promise<void> {
  const next = draw(sitting.seed);
  const touched: LastInputs = new Map();
  for (; sitting.done < steps; sitting.done += 1) {
    const device = devices[next(4) === 0 ? 1 : 0] as WatchedDevice;
    if (mayGoBack) await watchStep(device, sitting, next, touched);
    else await step(device, sitting, next);
    if (!mayGoBack) await expectDraft(device, sitting, name);
  }
  for (const device of devices) {
    await device.setFault("none");
    await device.comeBack();
  }
  if (mayGoBack) await expectNothingLost(devices, sitting, touched, name);
  await expectTrueSights(devices, sitting, name);
}

/** How many sittings one test of the long run walks through, on the same devices. */
const atOnce = 5;

/** Of the sitting in front of somebody. */
const answersOf = (page: Page) => `/api${/\/sittings\/[^/]+/.exec(page.url())?.[0]}/answers`;

const seedsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

const title = "whatever a page calls saved is in the database, in random sittings on two devices";

// A computer and a phone that may go back.
test(`${title}: seed 6`, ({ page, newDevice, signInAs, expectErrors }) =>
  sit({ page, newDevice, signInAs, expectErrors }, [6]));

const groups = Array.from({ length: 8 }, (_, at) => seedsFrom(at * atOnce, atOnce));
// These found something once.
for (const seeds of [...groups, [62, 65, 74, 86, 169]])
  thorough(`${title}: seeds ${seeds.join(", ")}`, ({ page, newDevice, signInAs, expectErrors }) =>
    sit({ page, newDevice, signInAs, expectErrors }, seeds),
  );
