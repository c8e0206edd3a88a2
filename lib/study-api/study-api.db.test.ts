import { parquetReadObjects } from "hyparquet";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { db } from "#lib/db.ts";
import { renderOpenApi } from "#lib/study-api/openapi.ts";
import type { ResponseName } from "#lib/study-api/operations.ts";
import { figureKinds, rowKinds } from "#lib/study-api/schema.ts";
import { type Body, makeResearcher, of, useStudyApi } from "#lib/study-api/testing/read-api.ts";
import { listExportRows } from "#lib/study-exports/rows/row-queries.ts";
import { readZip } from "#lib/study-exports/testing/read-zip.ts";
import { addMember, removeMember } from "#lib/study-members/mutations.ts";
import { writeResults } from "#lib/results/document.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { answerCase, begin, expectValue } from "#lib/testing/trial-study.ts";

const api = await useStudyApi();

const { admin, open, draft, closed, get, status, read, problem, walk } = api;
const results = [
  "/results",
  ...figureKinds.map((kind) => `/results/${kind}`),
  "/tables",
  "/tables/results",
  "/figures/forest",
  "/report.zip",
  "/export.zip",
  "/export/answers.parquet",
  ...rowKinds.map((kind) => `/${kind}`),
];
const everyAddress = ["", "/manifest", ...results];

describe("another's study", () => {
  test("isn't there for a researcher who doesn't belong to it, by any address", async () => {
    const [study, attacker] = [await closed(1), await makeResearcher()];
    expect(await read("/api/v1/studies", { viewer: attacker })).toEqual({ items: [], next: null });
    for (const rest of everyAddress)
      expect(await problem(of(study, rest), { viewer: attacker })).toEqual([404, "not_found"]);
    expect(await problem(of({ slug: "no-such" }), { viewer: attacker })).toEqual([404, "not_found"]);
  });

  test("is there from the moment they are made a member to the moment they aren't any more", async () => {
    const [study, viewer] = [await closed(1), await makeResearcher()];
    const member = { studyId: study.id, userId: viewer.userId };
    await addMember(admin, member);
    expect((await read("/api/v1/studies", { viewer })).items).toMatchObject([{ slug: study.slug }]);
    for (const rest of everyAddress) expect(await status(of(study, rest), { viewer }), rest).toBe(200);
    await removeMember(admin, member);
    for (const rest of everyAddress)
      expect(await problem(of(study, rest), { viewer })).toEqual([404, "not_found"]);
  });
});

describe("before the end", () => {
  test("what people answer isn't told, unless the plan says so", async () => {
    const [hidden, shown] = [await open(), await open({ rules: { interim: true } })];
    for (const study of [hidden, shown]) await begin(study);
    for (const rest of results) {
      expect(await problem(of(hidden, rest))).toEqual([409, "not_shown_yet"]);
      // There is no figure to draw of nobody.
      const simulated = rest.startsWith("/figures") ? 404 : 200;
      expect(await status(of(hidden, `${rest}?who=simulated`)), rest).toBe(simulated);
      expect(await status(of(shown, rest)), rest).toBe(rest.startsWith("/figures") ? 404 : 200);
    }
    expect(await problem(of(hidden, "/answers?who=all"))).toEqual([409, "not_shown_yet"]);
  });

  test("a draft has nothing to tell", async () => {
    const study = await draft();
    for (const rest of [...results, "/manifest"])
      expect(await problem(of(study, rest))).toEqual([409, "not_opened"]);
    expect(await read(of(study))).toMatchObject({ state: "draft", views: null, manifestHash: null });
  });
});

test("results and rows are those that the screens and the exports have, to the last digit", async () => {
  const study = await closed(3);
  const rows = await getRows(admin, study.slug);
  if (!rows) throw new Error("the study is gone");
  const view = { ...mainView("people"), excluded: "with" } as const;
  const written: unknown = JSON.parse(JSON.stringify(await writeResults(rows, view)));
  expect(await read(of(study, "/results?excluded=with"))).toEqual(written);
  const choices = { numbers: "random", key: "0f".repeat(16), who: "people", texts: "with" } as const;
  const exported = expectValue(await listExportRows(admin, study.slug, "answers", choices));
  expect(exported.rows).toHaveLength(15);
  const { items } = await read(of(study, `/answers?key=${choices.key}`));
  expect(items).toEqual(JSON.parse(JSON.stringify(exported.rows)));
});

test("what is answered is what the published description says", async () => {
  const { components } = JSON.parse(renderOpenApi()) as { components: { schemas: Record<string, object> } };
  const inside = JSON.stringify(components.schemas).replaceAll("#/components/schemas/", "#/$defs/");
  const defs = JSON.parse(inside) as Record<string, never>;
  const expectFits = (name: ResponseName, body: unknown) => {
    const schema = z.fromJSONSchema({ $ref: `#/$defs/${name}`, $defs: defs } as never);
    expect(schema.safeParse(body).error?.issues ?? [], name).toEqual([]);
    expect(schema.safeParse({ ...(body as object), unknown: 1 }).success, name).toBe(false);
  };
  const study = await closed(2);
  expectFits("Start", await read("/api/v1"));
  expectFits("StudyPage", await read("/api/v1/studies"));
  expectFits("StudyDetail", await read(of(study)));
  expectFits("StudyDetail", await read(of(await draft())));
  expectFits("Results", await read(of(study, "/results")));
  expectFits("Results", await read(of(study, "/results?who=simulated")));
  for (const kind of figureKinds) {
    const name = `${kind[0]?.toUpperCase()}${kind.slice(1)}`.replace(/s$/, "");
    expectFits(`${name}Figures` as ResponseName, await read(of(study, `/results/${kind}`)));
    expectFits(`${name}Figures` as ResponseName, await read(of(study, `/results/${kind}?who=simulated`)));
  }
  expectFits("Tables", await read(of(study, "/tables")));
  const names = {
    answers: "Answer",
    participants: "Participant",
    cases: "Case",
    predictions: "Prediction",
  };
  for (const kind of rowKinds) {
    const page = await read(of(study, `/${kind}`));
    expect(page.items.length).toBeGreaterThan(1);
    expectFits(`${({ ...names, history: "Revision" } as const)[kind]}Page` as ResponseName, page);
  }
});

test("who took people's answers stands in the record, once for a list", async () => {
  const study = await closed(2);
  const events = () =>
    db.auditEvent.findMany({
      where: { subjectId: study.id, action: "study_results.exported" },
      select: { actorId: true, details: true },
    });
  await walk(of(study, "/answers?numbers=study&texts=without&limit=3"));
  const taken = { numbers: "study", who: "people", texts: "without", files: "answers, by a program" };
  expect(await events()).toEqual([{ actorId: admin.userId, details: taken }]);
  const { headers } = await get(of(study, "/history?numbers=study"));
  await get(of(study, "/history?numbers=study"), { headers: { "if-none-match": headers.get("etag") ?? "" } });
  expect(await events()).toHaveLength(2);
});

test("a list that is begun in the middle, by an address that somebody wrote, is in the record once too", async () => {
  const study = await closed(2);
  const cursor = Buffer.from(JSON.stringify([`${study.slug} history`, "study-0-0-0"])).toString("base64url");
  const address = of(study, `/history?numbers=study&limit=4&cursor=${cursor}`);
  const first = await read(address);
  expect(first.items).toHaveLength(4);
  await read(first.next ?? "");
  const where = { subjectId: study.id, action: "study_results.exported" };
  expect(await db.auditEvent.findMany({ where, select: { details: true } })).toEqual([
    { details: { files: "history, by a program", numbers: "study", who: "people", texts: "with" } },
  ]);
});

test("figures of people carry the numbers of the rows, nothing that says who they are, and a line in the record", async () => {
  const study = await closed(3);
  const key = "0f".repeat(16);
  const figures = (await read(of(study, `/results/people?key=${key}`))) as unknown as {
    totals: { right: number; n: number };
    people: { participant: number; right: number; n: number; accuracy: number }[];
  };
  const { items } = await read(of(study, `/participants?key=${key}`));
  expect(figures.people.map(({ participant, n }) => [participant, n])).toEqual(
    items.map(({ participant, answered_selected: n }) => [participant, n]),
  );
  expect(figures.totals.n).toBe(figures.people.reduce((sum, { n }) => sum + n, 0));
  const sittings = await db.sitting.findMany({ where: { studyId: study.id }, select: { id: true } });
  for (const { id } of sittings) expect(JSON.stringify(figures)).not.toContain(id);
  const where = { subjectId: study.id, action: "study_results.exported" };
  expect(await db.auditEvent.findFirst({ where, orderBy: { id: "asc" }, select: { details: true } })).toEqual(
    {
      details: {
        numbers: "random",
        who: "people",
        texts: "without",
        files: "figures of people, by a program",
      },
    },
  );
});

describe("files", () => {
  test("a table and a figure are those of the report and the pages, and are known by their ETag", async () => {
    const study = await closed(3);
    const { tables } = (await read(of(study, "/tables"))) as unknown as {
      tables: { name: string; address: string }[];
    };
    expect(tables.length).toBeGreaterThan(2);
    for (const { address } of tables) {
      expect(await (await get(address)).text()).toMatch(/^\uFEFF?\S+,/);
      expect(await (await get(`${address}&format=tex`)).text()).toContain("\\begin{table");
    }
    for (const format of ["svg", "pdf", "csv"]) {
      const address = of(study, `/figures/forest?format=${format}`);
      const { status, headers } = await get(address);
      expect(status).toBe(200);
      const known = { "if-none-match": headers.get("etag") ?? "none" };
      expect((await get(address, { headers: known })).status).toBe(304);
    }
  });

  test("the report and the export are one call each", async () => {
    const study = await closed(2);
    for (const [file, inside] of [
      ["report.zip", "checklist.md"],
      ["export.zip", "answers.csv"],
    ] as const) {
      const response = await get(of(study, `/${file}`));
      expect(response.headers.get("content-type")).toBe("application/zip");
      expect([...readZip(Buffer.from(await response.arrayBuffer())).keys()]).toContain(inside);
    }
  });

  test("a file of the export in Parquet holds the rows of the list", async () => {
    const study = await closed(2);
    const key = "0f".repeat(16);
    const file = await (await get(of(study, `/export/answers.parquet?key=${key}`))).arrayBuffer();
    const { items } = await read(of(study, `/answers?key=${key}`));
    const found = (await parquetReadObjects({ file })) as Record<string, unknown>[];
    const plain = (cell: unknown): unknown => (typeof cell === "bigint" ? Number(cell) : (cell ?? null));
    expect(found.map(({ participant, case: key, choice }) => [participant, key, choice].map(plain))).toEqual(
      items.map(({ participant, case: key, choice }) => [participant, key, choice]),
    );
  });

  test("what isn't there is refused by name", async () => {
    const study = await closed(1);
    const refused = {
      "/results/nothing": [404, "unknown_figures"],
      "/tables/nothing": [404, "unknown_file"],
      "/figures/nothing": [404, "unknown_file"],
      "/figures/case?case=nothing": [404, "nothing_to_show"],
      "/tables/results?columns=n": [400, "wrong_parameter"],
      "/tables/results?format=tex&columns=nothing": [400, "wrong_parameter"],
      "/results/agreement?track=nothing": [400, "wrong_parameter"],
      "/report.zip?published=with": [409, "no_published"],
      "/export/answers.xlsx": [404, "unknown_file"],
      "/export.zip?format=xlsx": [400, "wrong_parameter"],
    };
    for (const [address, expected] of Object.entries(refused))
      expect(await problem(of(study, address)), address).toEqual(expected);
  });
});

describe("lists", () => {
  const { admin, open, draft, closed, get, read, problem, walk } = api;

  describe("a list", () => {
    async function expectSamePages(kind: (typeof rowKinds)[number]): Promise<void> {
      const study = await closed(3);
      const whole = await read(of(study, `/${kind}?numbers=study&limit=1000`));
      expect(whole.next).toBeNull();
      const small = await walk(of(study, `/${kind}?numbers=study&limit=2`));
      expect(small.items).toEqual(whole.items);
      expect(small.pages).toBe(Math.floor(whole.items.length / 2) + 1);
    }
    const title = "of %s is the same in small pages as in one";
    test.each(["answers"] as const)(title, expectSamePages);
    thorough.each(rowKinds.filter((kind) => kind !== "answers"))(title, expectSamePages);

    test("keeps its place while answers arrive", async () => {
      const study = await open({ rules: { interim: true } });
      const [first, second] = [await begin(study), await begin(study)];
      for (const sitter of [first, second]) await answerCase(sitter, 1, { choice: 0 });
      const page = await read(of(study, "/answers?numbers=study&limit=1"));
      await answerCase(second, 2, { choice: 0 });
      await answerCase(await begin(study), 1, { choice: 0 });
      const rest = await walk(page.next ?? "");
      const placesOf = (items: Body["items"]) =>
        items.map(({ participant, position }) => [participant, position]);
      expect(placesOf([...page.items, ...rest.items])).toEqual([
        [1, 1],
        [2, 1],
        [2, 2],
        [3, 1],
      ]);
    });

    test("numbers people anew each time, and alike where the key is the same", async () => {
      const study = await closed(8);
      const [one, other] = [await read(of(study, "/participants")), await read(of(study, "/participants"))];
      expect(one.key).not.toBe(other.key);
      const walked = await walk(of(study, `/answers?key=${one.key}&limit=7`));
      const again = await read(of(study, `/answers?key=${one.key}&limit=1000`));
      expect(walked.items).toEqual(again.items);
      expect(await read(of(study, "/participants?numbers=study"))).toMatchObject({ key: null });
    });

    test("says that people changed, in place of numbers that don't fit together", async () => {
      const study = await open({ rules: { interim: true } });
      for (const sitter of [await begin(study), await begin(study)])
        for (const position of [1, 2]) await answerCase(sitter, position, { choice: 0 });
      const { next } = await read(of(study, "/answers?limit=1"));
      await begin(study);
      expect(await problem(next ?? "")).toEqual([409, "people_changed"]);
    });

    test("takes no cursor of another list, and none that was made up", async () => {
      const study = await closed(2);
      const { next } = await read(of(study, "/answers?numbers=study&limit=1"));
      const cursor = new URL(next ?? "", "http://here").searchParams.get("cursor");
      const made = [
        "x",
        "%00",
        btoa('["studies",{}]'),
        btoa(JSON.stringify([`${study.slug} history`, "; DROP"])),
      ];
      for (const one of [cursor, ...made])
        expect(await problem(of(study, `/history?numbers=study&cursor=${one}`))).toEqual([
          400,
          "wrong_cursor",
        ]);
      expect(await problem(`/api/v1/studies?cursor=${cursor}`)).toEqual([400, "wrong_cursor"]);
    });

    test("of studies goes on where it was, though one was made and one removed meanwhile", async () => {
      const viewer = await makeResearcher();
      const made: { id: string; slug: string }[] = [];
      const add = async () => {
        const study = await draft();
        await addMember(admin, { studyId: study.id, userId: viewer.userId });
        made.unshift(study);
      };
      for (let i = 0; i < 5; i++) await add();
      const slugs = made.map(({ slug }) => slug);
      const first = await read("/api/v1/studies?limit=2", { viewer });
      expect(first.items.map(({ slug }) => slug)).toEqual(slugs.slice(0, 2));
      await add();
      await removeMember(admin, { studyId: made[2]?.id ?? "", userId: viewer.userId });
      const second = await read(first.next ?? "", { viewer });
      expect(second.items.map(({ slug }) => slug)).toEqual(slugs.slice(2, 4));
      const third = await read(second.next ?? "", { viewer });
      expect([third.items.map(({ slug }) => slug), third.next]).toEqual([slugs.slice(4), null]);
    });
  });

  describe("an answer", () => {
    test("isn't sent again to whoever has it, until something changes", async () => {
      const study = await open({ rules: { interim: true } });
      const sitter = await begin(study);
      const addresses = ["/answers?numbers=study", "/results", "", "/manifest"].map((rest) =>
        of(study, rest),
      );
      for (const address of [...addresses, "/api/v1", "/api/v1/studies"]) {
        const etag = (await get(address)).headers.get("etag") ?? "";
        expect(etag).toMatch(/^"[\w-]{43}"$/);
        for (const known of [etag, `"other", ${etag}`, `W/${etag}`]) {
          const again = await get(address, { headers: { "if-none-match": known } });
          expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
        }
        expect((await get(address, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
      }
      const [answers = ""] = addresses;
      const etag = (await get(answers)).headers.get("etag") ?? "";
      await answerCase(sitter, 1, { choice: 0 });
      expect((await get(answers, { headers: { "if-none-match": etag } })).status).toBe(200);
    });

    test("to a wrong parameter says what is wrong with it", async () => {
      const study = await closed(1);
      const wrong: [rest: string, words: RegExp][] = [
        ["/answers?limit=0", /^limit: /],
        ["/answers?limit=1001", /^limit: /],
        ["/answers?limit=ten", /^limit: /],
        ["/answers?key=abc", /^key: /],
        ["/answers?track=Literary", /^track: is unknown/],
        ["/results?track=Literari", /^track: .*none of that name/],
        ["/results?cohort=PhD", /^cohort: .*none of that name/],
        ["/results?who=all", /^who: /],
        ["/results?stratum=all&stratum=selected", /^stratum: is given twice/],
        ["?limit=5", /^limit: is unknown/],
      ];
      for (const [rest, words] of wrong) {
        const response = await get(of(study, rest));
        expect([rest, response.status, await response.json()]).toEqual([
          rest,
          400,
          { error: "wrong_parameter", message: expect.stringMatching(words) },
        ]);
      }
    });

    test("to a list that there isn't names those there are", async () => {
      expect(await problem(of(await closed(1), "/gold"))).toEqual([404, "unknown_rows"]);
    });
  });
});
