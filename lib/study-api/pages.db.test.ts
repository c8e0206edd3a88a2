import { describe, expect, test } from "vitest";
import { rowKinds } from "#lib/study-api/schema.ts";
import { makeResearcher, of, useStudyApi, type Body } from "#lib/study-api/testing/read-api.ts";
import { addMember, removeMember } from "#lib/study-members/mutations.ts";
import { answerCase, begin } from "#lib/testing/trial-study.ts";

const { admin, open, draft, closed, get, read, problem, walk } = await useStudyApi();

describe("a list", () => {
  test.each(rowKinds)("of %s is the same in small pages as in one", async (kind) => {
    const study = await closed(3);
    const whole = await read(of(study, `/${kind}?numbers=study&limit=1000`));
    expect(whole.next).toBeNull();
    const small = await walk(of(study, `/${kind}?numbers=study&limit=2`));
    expect(small.items).toEqual(whole.items);
    expect(small.pages).toBe(Math.floor(whole.items.length / 2) + 1);
  });

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
      expect(await problem(of(study, `/history?numbers=study&cursor=${one}`))).toEqual([400, "wrong_cursor"]);
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
    const addresses = ["/answers?numbers=study", "/results", "", "/manifest"].map((rest) => of(study, rest));
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

  test.each([
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
  ])("to %s says what is wrong with it", async (rest, words) => {
    const study = await closed(1);
    const response = await get(of(study, rest));
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: "wrong_parameter", message: expect.stringMatching(words) },
    ]);
  });

  test("to a list that there isn't names those there are", async () => {
    expect(await problem(of(await closed(1), "/gold"))).toEqual([404, "unknown_rows"]);
  });
});
