import { builtActions } from "#e2e/access-matrix/built.ts";
import { outcomeOf, postAction } from "#e2e/access-matrix/post-action.ts";
import { Reader } from "#e2e/participant/without-script/reader.ts";
import { tableRows, valueBelow } from "#e2e/staff/table-rows.ts";
import { ask } from "#e2e/support/ask.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { addPerson, signIn } from "#e2e/support/people.ts";
import { t } from "#e2e/support/words.ts";

test("a researcher makes a token, a program reads with it, and is refused once it is revoked", async () => {
  const person = await addPerson("researcher");
  const reader = await Reader.as(person);
  await reader.goto("/account");
  await reader.follow(t("apiTokens.accountLink"));
  reader.expectHeading(t("apiTokens.title"));
  reader.expectWords(t("apiTokens.list.emptyTitle"));
  const name = "Notebook";
  await reader.press(t("apiTokens.create.submit"), { name, days: "30" });
  const token = valueBelow(reader.html, t("apiTokens.create.label", { name }));
  expect(token).not.toBe("");
  const row = () => tableRows(reader.html, name).find((one) => one.startsWith(name));
  expect(row()).toContain(t("apiTokens.list.never"));

  const read = (headers: Record<string, string>) => ask(`${product.url}/api/v1`, { headers });
  const headers = { authorization: `Bearer ${token}` };
  const answer = await read(headers);
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    200,
    expect.objectContaining({ you: { name: person.name, role: "researcher" } }),
  ]);
  const again = await read({ ...headers, "if-none-match": String(answer.headers.etag) });
  expect([again.status, again.text]).toEqual([304, ""]);

  // Shown once: not to whoever looks at the page later.
  await reader.goto("/account/tokens");
  expect(row()).not.toContain(t("apiTokens.list.never"));
  expect(reader.html).not.toContain(token);
  expect(reader.hasButton(t("apiTokens.revoke"))).toBe(true);
  // Its form needs the page's script.
  const action = builtActions.find((one) => one.name === "lib/api-tokens/actions.ts#revoke");
  if (!action) throw new Error("revoke is not built");
  const { cookie } = await signIn(person);
  const revoked = await postAction({
    url: `${product.url}/account/tokens`,
    action,
    cookie: `${cookie.name}=${cookie.value}`,
    fields: { id: reader.field("id") ?? "" },
  });
  expect(outcomeOf(revoked)).toBe("done");
  await reader.goto("/account/tokens");
  reader.expectWords(t("apiTokens.list.emptyTitle"));
  const refused = await read(headers);
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    401,
    expect.objectContaining({ error: "wrong_token" }),
  ]);
});
