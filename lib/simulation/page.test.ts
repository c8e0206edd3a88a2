import { expect, test } from "vitest";
import { decode, filledIn, readPage, textOf } from "#lib/simulation/browser.ts";

const html = `<!DOCTYPE html><html><head><title>A > B</title><script>"<form><input name='no'/></form>"</script></head>
<body><a class="x" href="/join/abc/consent?a=1&amp;b=2">On</a><!-- <a href="/not">no</a> -->
<form action="" data-kind="choice" encType="multipart/form-data" method="POST">
  <input type="hidden" name="$ACTION_1:0" value="{&quot;id&quot;:&quot;4f&quot;}"/>
  <input type="radio" name="choice" value="0"/><input type="radio" checked="" name="choice" value="1"/>
  <input type="checkbox" name="flag"/><input name="age" type="number"/>
  <textarea name="reason">
a &lt; b &#x27;c&#39;</textarea>
  <select name="education"><option value="">Choose</option><option value="master" selected="">M</option></select>
  <button name="go" value="next" hidden=""></button><button name="go" value="overview">All</button>
</form><input name="outside"/></body></html>`;

const page = readPage(html, { address: "/join/abc", status: 200 });
const form = page.forms[0] ?? { action: "", fields: [], buttons: [] };

test("links and forms are read as the browser reads them, scripts and comments left out", () => {
  expect(page.links).toEqual(["/join/abc/consent?a=1&b=2"]);
  expect(page.forms).toHaveLength(1);
  expect(form.kind).toBe("choice");
  expect(form.fields.map(({ name }) => name)).toEqual([
    "$ACTION_1:0",
    "choice",
    "choice",
    "flag",
    "age",
    "reason",
    "education",
  ]);
  expect(form.fields.at(-1)?.choices).toEqual(["", "master"]);
  expect(form.buttons).toEqual([
    { name: "go", value: "next" },
    { name: "go", value: "overview" },
  ]);
});

test("a form sends what stands in it", () => {
  expect(filledIn(form)).toEqual([
    ["$ACTION_1:0", '{"id":"4f"}'],
    ["choice", "1"],
    ["age", ""],
    ["reason", "a < b 'c'"],
    ["education", "master"],
  ]);
});

test("what is given replaces it, and the pressed button speaks last", () => {
  const given = { choice: "0", flag: "on", age: "30", reason: "…", education: "" };
  expect(filledIn(form, given, { name: "go", value: "next" }).slice(1)).toEqual([
    ["choice", "0"],
    ["flag", "on"],
    ["age", "30"],
    ["reason", "…"],
    ["education", ""],
    ["go", "next"],
  ]);
});

test("text reads as it is shown", () => {
  expect(textOf("<p>A&amp;lt;b</p><style>p{}</style> <b>c</b>")).toBe(" A&lt;b c ");
  expect(decode("&#128512;&unknown;")).toBe("😀&unknown;");
});
