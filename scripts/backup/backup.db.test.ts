import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { createToken } from "#lib/api-tokens/mutations.ts";
import { db } from "#lib/db.ts";
import { storeProblemList } from "#lib/imports/mutations.ts";
import { withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { readExport } from "#lib/study-exports/testing/read-export.ts";
import { checkNext, decideNext } from "#lib/reviews/testing/working.ts";
import { useTrialReviews } from "#lib/reviews/testing/trial-review.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { elsewhere, makeAdmin, makeLink, makePerson } from "#lib/testing/people.ts";
import { thorough } from "#lib/testing/thorough.ts";
import {
  answerCase,
  begin,
  expectValue,
  finish,
  numberOf,
  useTrialStudies,
} from "#lib/testing/trial-study.ts";
import { enterByLink } from "#lib/auth/sign-in/enter.ts";
import { withArchive } from "#scripts/backup/archive.ts";
import type { BackupResult } from "#scripts/backup/create.ts";
import { restoreBackup } from "#scripts/backup/restore.ts";
import { useBackups } from "#scripts/backup/testing/backups.ts";
import { ask, emptyDatabase, withProductOn } from "#scripts/backup/testing/databases.ts";
import { Refusal } from "#scripts/cli/outcome.ts";
import { migrate, migrationStatus } from "#scripts/migrate/migrate.ts";
import { fillAsEarlierRelease } from "#scripts/migrate/testing/earlier-release.ts";
import { setAside } from "#scripts/migrate/history.ts";
import { withCopying } from "#scripts/backup/snapshot.ts";

const { viewer, open } = await useTrialStudies({ cases: 20 });
const reviews = await useTrialReviews({ cases: 3 });
const { folder, dataDir, here, appRole, create, restore, verify } = useBackups();

let closed = { slug: "", link: "" };
let running = { slug: "", link: "" };
let made: BackupResult;
const leaving = { sittingId: "", number: 0, study: "" };

beforeAll(async () => {
  const [one, two] = [await open(), await open({ questions: { reason: "optional" } })];
  [closed, running] = [one, two];
  for (const study of [one, two]) {
    await finish(study, 5, 20_000);
    await finish(study, 5, 21_000);
  }
  await answerCase(await begin(two), 1, { choice: 1, reason: "line\nbreak\ttab \\ “quoted” 中文" });
  expectValue(await closeStudy(viewer, closed.slug));
  const leaver = await finish(two, 5, 19_000);
  Object.assign(leaving, { sittingId: leaver.sittingId, number: await numberOf(leaver), study: two.id });
  const review = await reviews.open();
  await decideNext(await reviews.join(review, "annotator"), { comment: "Both answer: “中文”\n" });
  await checkNext(await reviews.join(review, "reviewer"));
  mkdirSync(dataDir, { recursive: true });
  const { id: benchmarkId } = await db.benchmark.findFirstOrThrow();
  const guess = { purpose: "cases", format: "csv", track: null, language: null, model: null };
  const chunks = { create: { position: 0, bytes: Buffer.from("waiting") } };
  await db.upload.create({ data: { benchmarkId, fileName: "a.csv", bytes: 7n, guess, chunks } });
  await storeProblemList(viewer, [{ file: "a.csv", line: 1, column: null, problem: "Empty.", found: "" }]);
  writeFileSync(path.join(dataDir, "secrets.json"), "{}");
  made = await create("whole.backup.tar", { withSecrets: true });
});

describe("a backup of studies with people", () => {
  test("says what is in it", () => {
    const { manifest } = made;
    const slugs = [closed.slug, running.slug];
    expect(manifest.withoutResults).toBeNull();
    expect(manifest.leftOut).toEqual([]);
    const states = manifest.studies.map(({ slug, state }) => `${slug} ${state}`);
    expect(states).toEqual([`${slugs[0]} closed`, `${slugs[1]} open`]);
    const hash = /^[0-9a-f]{64}$/;
    for (const { manifest: plan, results } of manifest.studies)
      for (const told of [plan, results.people]) expect(told).toMatch(hash);
    const files = Object.fromEntries(manifest.files.map(({ name, bytes }) => [name, bytes]));
    expect(files).toEqual({ "secrets.json": 2 });
    const rowsOf = (table: string) => manifest.tables.find(({ name }) => name === table)?.rows;
    expect(rowsOf("answers")).toBe(26);
    // Bytes that are unlogged, and so gone after a crash, are in no backup.
    expect(["problem_lists", "upload_chunks"].map(rowsOf)).toEqual([1, undefined]);
    expect(["review_items", "review_decisions", "review_checks"].map(rowsOf)).toEqual([3, 1, 1]);
  });

  test("is verified: every row, every sequence, every plan and the results of every study", async () => {
    const { compared, differs } = await verify(made);
    expect(differs).toEqual([]);
    expect(compared.join("\n")).toMatch(/2 frozen plans: the hash computed anew/);
    expect(compared.at(-1)).toBe("results of 2 studies: every figure of the overview, computed anew");
  });

  test("is restored into an empty database, whose exports are the same to the byte, with the app's rights", async () => {
    const into = await emptyDatabase();
    const at = path.join(folder, "restored");
    const outcome = await restore(made, into, { at });
    expect(outcome).toMatchObject({ migrated: [], secrets: "restored" });
    expect(readFileSync(path.join(at, "secrets.json"), "utf8")).toBe("{}");
    expect(await ask(into.ownerUrl, "SELECT FROM upload_chunks")).toEqual([]);
    const exported = () => readExport(viewer, closed.slug, { numbers: "study" });
    const before = await exported();
    expect(before.size).toBeGreaterThan(5);
    expect(await withProductOn(into, exported)).toEqual(before);
    for (const table of ["answer_revisions", "review_decisions"])
      await expect(ask(into.appUrl, `DELETE FROM ${table}`)).rejects.toThrow("permission denied");
    const aside = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'benchside%'";
    expect(await ask(into.ownerUrl, aside)).toEqual([]);
    const [event] = await ask<{ action: string }>(
      into.ownerUrl,
      "SELECT action, subject_id, details FROM audit_events WHERE subject_type = 'backup'",
    );
    expect(event).toMatchObject({
      action: "backup.restored",
      subject_id: "whole.backup.tar",
      details: { sha256: made.sha256 },
    });
  });

  thorough("is of one moment, while people answer", async () => {
    const sitters = await Promise.all([1, 2, 3].map(() => begin(running)));
    await Promise.all(sitters.map((sitter) => answerCase(sitter, 1, { choice: 1 })));
    const countAnswers = async () => (await ask(here().ownerUrl, "SELECT FROM answers")).length;
    const before = await countAnswers();
    // It has its moment, and can't go on before everybody has answered the rest.
    const holder = new pg.Client({ connectionString: here().ownerUrl });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE review_batches IN ACCESS EXCLUSIVE MODE");
    const making = create("during.backup.tar");
    const held = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'review_batches'::regclass
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect.poll(() => ask(here().ownerUrl, held)).toHaveLength(1);
    await Promise.all(
      sitters.map(async (sitter) => {
        for (const position of [2, 3, 4, 5]) await answerCase(sitter, position, { choice: position % 3 });
      }),
    );
    expect(await countAnswers()).toBe(before + 12);
    await holder.end();
    const during = await making;
    expect(during.manifest.tables.find(({ name }) => name === "answers")?.rows).toBe(before);
    const { ownerUrl, differs } = await verify(during);
    expect(differs).toEqual([]);
    const unlike = `SELECT FROM answers a WHERE revision <> (SELECT max(revision) FROM answer_revisions r
      WHERE (r.sitting_id, r.position) = (a.sitting_id, a.position))`;
    expect(await ask(ownerUrl, unlike)).toEqual([]);
  });
});

describe("a restore over what is there", () => {
  test("ends what could have been revoked since: staff’s sign-ins, links, tokens; participants stay, and who withdrew is gone", async () => {
    const staff = await makePerson({ role: "researcher" });
    await enterByLink(await makeLink(staff.id), elsewhere());
    await makeLink(staff.id);
    expectValue(await createToken(await makeAdmin(), { name: "Notebook", days: 30 }));
    const before = await create("before-leaving.backup.tar");
    const into = await emptyDatabase();
    await restore(before, into);
    await withProductOn(into, async () => {
      expectValue(await withdrawSitting(viewer, leaving.study, leaving.number, { erase: true }));
    });
    const { ended } = await restore(before, into);
    expect(ended).toMatchObject({ withdrawn: 1, erased: 1 });
    const left = `SELECT (SELECT count(*)::int FROM sittings WHERE erased_at IS NOT NULL) AS erased,
      (SELECT count(*)::int FROM answers WHERE sitting_id = '${leaving.sittingId}') AS answers,
      (SELECT count(*)::int FROM api_tokens WHERE revoked_at IS NULL) AS tokens,
      (SELECT count(*)::int FROM sign_ins WHERE ended_at IS NULL AND user_id = '${staff.id}') AS staff,
      (SELECT count(*)::int FROM sign_in_links WHERE used_at IS NULL AND revoked_at IS NULL AND user_id = '${staff.id}') AS links`;
    const none = { answers: 0, tokens: 0, staff: 0, links: 0 };
    expect(await ask(into.ownerUrl, left)).toEqual([{ erased: 1, ...none }]);
  });

  thorough(
    "asks first; a no, somebody who is connected, a failure in the middle and a kill leave everything as it was",
    async () => {
      const into = await emptyDatabase();
      await restore(made, into);
      await ask(into.ownerUrl, "UPDATE benchmarks SET description = 'Since then'");
      const expectAsBefore = async () => {
        const found =
          "SELECT DISTINCT description, (SELECT count(*)::int FROM answers) AS answers FROM benchmarks";
        expect(await ask(into.ownerUrl, found)).toEqual([{ description: "Since then", answers: 26 }]);
        expect(await migrationStatus(into.ownerUrl)).toMatchObject({ pending: [], failed: null });
        await withProductOn(into, () => begin(running));
      };
      let told: unknown;
      const confirm = async (present: unknown) => {
        told = present;
        throw new Refusal("no");
      };
      await expect(restore(made, into, { confirm })).rejects.toThrow("no");
      expect(told).toMatchObject({ studies: 2, answers: 26 });
      await expectAsBefore();

      await withCopying(into.appUrl, async () => {
        await expect(restore(made, into)).rejects.toThrow("in use: benchside backup (1). Stop the product");
      });
      const failing = withArchive(made.file, (archive) => {
        const { readTable } = archive;
        const wrong = (name: string) => readTable(name === "sittings" ? "answers" : name);
        Object.assign(archive, { readTable: wrong });
        const wanted = {
          ...into,
          appRole: appRole(),
          dataDir: folder,
          file: "",
          sha256: "",
          confirm: async () => {},
        };
        return restoreBackup(archive, wanted);
      });
      await expect(failing).rejects.toThrow();
      await expectAsBefore();

      const cutOff = withCopying(into.ownerUrl, (client) => {
        const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
        const asked = async (...given: unknown[]) => {
          if (String(given[0]).startsWith("INSERT INTO _prisma_migrations")) throw new Error("cut off");
          return query(...given);
        };
        return setAside(Object.assign(client, { query: asked }));
      });
      await expect(cutOff).rejects.toThrow("cut off");
      await expectAsBefore();

      await withCopying(into.ownerUrl, setAside);
      await expect(create("half.backup.tar", { of: into })).rejects.toThrow("puts back what was there");
      expect(await migrate(into.ownerUrl, { appRole: appRole() })).toEqual({ applied: [], hasPutBack: true });
      await expectAsBefore();
    },
  );
});

test("another’s database is refused, and a role that doesn’t own the database", async () => {
  const other = await emptyDatabase();
  await ask(other.ownerUrl, "CREATE TABLE somebody_elses (id int)");
  await expect(restore(made, other)).rejects.toThrow("tables that aren’t Benchside’s (somebody_elses)");
  const app = { ...here(), ownerUrl: here().appUrl };
  await expect(restore(made, app)).rejects.toThrow(
    "set DATABASE_OWNER_URL to the role that owns the database",
  );
});

test("a backup by a newer version is refused by the name of its migration, before anything is touched", async () => {
  const into = await emptyDatabase();
  const newer = withArchive(made.file, (archive) => {
    archive.manifest.migrations.push({ name: "20990101000000_later", checksum: "0".repeat(64) });
    const wanted = {
      ...into,
      appRole: undefined,
      dataDir: folder,
      file: "",
      sha256: "",
      confirm: async () => {},
    };
    return restoreBackup(archive, wanted);
  });
  await expect(newer).rejects.toThrow("20990101000000_later, which this version lacks");
  expect(await ask(into.ownerUrl, "SELECT to_regclass('studies') AS studies")).toEqual([{ studies: null }]);
});

thorough(
  "a backup from before an upgrade is restored at its own version, and then brought up to date",
  async () => {
    const earlier = await emptyDatabase();
    await fillAsEarlierRelease(earlier.ownerUrl, "20261122060919_results");
    const before = await create("earlier.backup.tar", { of: earlier });
    expect(before.manifest).toMatchObject({ withoutResults: "the database had another version’s tables" });
    const { differs, compared } = await verify(before);
    expect(differs).toEqual([]);
    expect(compared.join("\n")).toMatch(
      /brought up to date: \d+ migrations applied\nresults of \d+ studies: computed without/,
    );
  },
);
