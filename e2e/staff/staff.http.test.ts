import { Secret, TOTP } from "otpauth";
import { builtActions } from "#e2e/access-matrix/built.ts";
import { outcomeOf, postAction } from "#e2e/access-matrix/post-action.ts";
import { giveParts, makeReview } from "#e2e/access-matrix/sample-review.ts";
import { startBeside } from "#e2e/operations/beside.ts";
import { Reader } from "#e2e/participant/without-script/reader.ts";
import { tableRows, valueBelow } from "#e2e/staff/table-rows.ts";
import { wordsOf } from "#e2e/support/ask.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { addPerson, signIn } from "#e2e/support/people.ts";
import { t } from "#e2e/support/words.ts";
import { db } from "#lib/db.ts";
import { openBrowser, textOf } from "#lib/simulation/browser.ts";

test("a researcher finds no way to the admins' pages, and is refused there", async () => {
  const reader = await Reader.as(await addPerson("researcher"));
  await reader.goto("/");
  reader.expectHeading(t("studies.title"));
  const links = [...reader.html.matchAll(/<nav\b[\s\S]*?<\/nav>/g)].flatMap(([nav]) =>
    (nav.match(/<a\b[\s\S]*?<\/a>/g) ?? []).map((link) => textOf(link).trim()),
  );
  expect(new Set(links)).toEqual(
    new Set([t("navigation.studies"), t("navigation.reviews"), t("navigation.account")]),
  );
  const { status, text } = await reader.ask("/admin");
  expect([status, wordsOf({ text }).includes(t("forbidden.title"))]).toEqual([403, true]);
  expect((await reader.ask("/admin/people")).status).toBe(403);
});

test("staff who work in a review find their queue in the navigation", async () => {
  const { slug } = await makeReview();
  for (const role of ["researcher", "admin"] as const) {
    const person = await addPerson(role);
    const reader = await Reader.as(person);
    await reader.goto("/account");
    expect(reader.links(t("navigation.queue"))).toEqual([]);
    await giveParts(slug, person.handle, ["annotator"]);
    await reader.goto("/account");
    expect(new Set(reader.links(t("navigation.queue")))).toEqual(new Set(["/queue"]));
  }
});

test("an admin finds in the record what was just done, by whom and where, takes it along, and looks at all about one person", async () => {
  const admin = await addPerson("admin");
  const name = `Yan ${crypto.randomUUID().slice(0, 8)}`;
  const action = builtActions.find((one) => one.name.endsWith("#addUser"));
  if (!action) throw new Error("addUser is not built");
  const { cookie } = await signIn(admin);
  const added = await postAction({
    url: `${product.url}/admin/people`,
    action,
    cookie: `${cookie.name}=${cookie.value}`,
    fields: { name, role: "participant" },
  });
  expect(outcomeOf(added)).toBe("done");

  const reader = await Reader.as(admin);
  await reader.goto(`/admin/record?text=${encodeURIComponent(name)}`);
  reader.expectHeading(t("record.title"));
  expect(reader.field("text")).toBe(name);
  const [, ...rows] = tableRows(reader.html, t("record.actions.user.created"));
  expect(rows).toHaveLength(1);
  for (const words of [admin.name, "/admin/people", t("record.details")]) expect(rows[0]).toContain(words);
  expect(reader.links(name)).toHaveLength(1);

  for (const format of ["csv", "jsonl"] as const) {
    const [href = ""] = reader.links(t(`record.${format}`));
    const { headers, text } = await reader.ask(href);
    expect(headers["content-disposition"]).toMatch(/^attachment;/);
    expect(text.trimEnd().split("\n")).toHaveLength(format === "csv" ? 2 : 1);
    expect(text).toContain("user.created");
  }

  await reader.follow(t("record.allAbout"));
  expect(reader.address).toMatch(/type=user&subject=[\da-f-]{36}/);
  expect(reader.field("subject")).toMatch(/^[\da-f-]{36}$/);
  await reader.follow(name);
  reader.expectHeading(name);
});

test("a changed endpoint and a published card ask who it is, where that was shown long ago", async () => {
  const secret = "seven quiet herons by the lake";
  const admin = await addPerson("admin", { secret });
  const { cookie, signInId } = await signIn(admin);
  const name = `Tidewater ${crypto.randomUUID().slice(0, 8)}`;
  const endpoint = { name, protocol: "openai", address: "http://127.0.0.1:9/v1", currency: "EUR" } as const;
  const { id } = await db.modelEndpoint.create({ data: endpoint });
  const send = async (action: string, fields: Record<string, string>) => {
    const provenAt = new Date(Date.now() - 11 * 60_000);
    await db.signIn.update({ where: { id: signInId }, data: { provenAt } });
    const built = builtActions.find((one) => one.name.endsWith(`#${action}`));
    if (!built) throw new Error(`${action} is not built`);
    const url = `${product.url}/endpoints`;
    return outcomeOf(
      await postAction({ url, action: built, cookie: `${cookie.name}=${cookie.value}`, fields }),
    );
  };
  const proof = { "proof-password": secret };
  const change = { ...endpoint, id: String(id), revision: "1", currency: "USD", callsAtOnce: "4" };
  expect(await send("changeEndpoint", change)).toBe("ask_again");
  expect(await db.modelEndpoint.findUnique({ where: { id } })).toMatchObject({ currency: "EUR" });
  expect(await send("changeEndpoint", { ...change, ...proof })).toBe("done");
  expect(await db.modelEndpoint.findUnique({ where: { id } })).toMatchObject({ currency: "USD" });
  expect(await send("publishCard", { slug: "no-such-study" })).toBe("ask_again");
  expect(await send("publishCard", { slug: "no-such-study", ...proof })).toBe("not_found");
});

test("where a second factor is required nothing opens before it is set up; then it is asked for, and again before a link", async () => {
  const strict = await startBeside(product, { REQUIRE_SECOND_FACTOR: "admins" });
  try {
    const secret = "seven quiet herons by the lake";
    const { id, handle, name } = await addPerson("admin", { secret });
    const reader = new Reader(openBrowser(strict.url, { language: "en" }));
    await reader.goto("/admin/record");
    await reader.press(t("signIn.submit"), { handle, secret });
    reader.expectHeading(t("secondFactor.setUp.title"));
    const elsewhere = await reader.ask(`/admin/people/${id}`);
    expect(elsewhere.headers.location).toMatch(/^\/sign-in\/set-up\b/);
    expect((await reader.ask("/api/record/events.csv")).status).toBe(401);
    await reader.press(t("secondFactor.app.begin"));
    const told = textOf(/<code\b[\s\S]*?<\/code>/.exec(reader.html)?.[0] ?? "").trim();
    const app = new TOTP({ secret: Secret.fromBase32(told) });
    await reader.press(t("secondFactor.app.confirm"), { code: "12" });
    reader.expectWords(t("secondFactor.errors.wrong_code"));
    reader.expectWords(told);
    await reader.press(t("secondFactor.app.confirm"), { code: app.generate() });
    const codes = reader.words.match(/\b(\w{4}-){5}\w{4}\b/g) ?? [];
    expect(codes).toHaveLength(10);
    const [first = "", second = ""] = codes;
    await reader.follow(t("secondFactor.setUp.goOn"));
    reader.expectHeading(t("record.title"));

    await reader.goto(`/admin/people/${id}`);
    const provenAt = new Date(Date.now() - 11 * 60_000);
    await db.signIn.updateMany({ where: { userId: id }, data: { provenAt } });
    await reader.press(t("people.link.submit"));
    await reader.press(t("people.link.submit"), { "proof-code": first });
    expect(valueBelow(reader.html, t("people.link.label", { name }))).toMatch(/\/enter\/[\w-]{40,}$/);

    // Another time it is asked for, and a code that was noted stands in for the app.
    reader.forget();
    await reader.goto("/admin/record");
    await reader.press(t("signIn.submit"), { handle, secret });
    reader.expectHeading(t("secondFactor.step.title"));
    await reader.press(t("secondFactor.step.submit"), { code: "no-code-of-mine" });
    reader.expectWords(t("secondFactor.errors.wrong_code"));
    await reader.press(t("secondFactor.step.submit"), { code: second });
    reader.expectHeading(t("record.title"));
    expect(strict.log.troubles(strict.preamble)).toEqual([]);
  } finally {
    await strict.stop();
  }
});
