import { createElement as h, Fragment, type ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { writeMarkup } from "#components/ui/written/write-markup.ts";

const Name = ({ children }: { children: ReactNode }) => h("bdi", { className: "n" }, children);

describe("elements are written as they are", () => {
  test.each<[string, ReactNode, string]>([
    ["words", h("p", null, "a < b & c > d"), "<p>a &lt; b &amp; c &gt; d</p>"],
    [
      "attributes",
      h("a", { href: "/x?a=1&b=2", title: '"<&>', "aria-current": true, className: "y z" }, "x"),
      '<a href="/x?a=1&amp;b=2" title="&quot;&lt;&amp;&gt;" aria-current="true" class="y z">x</a>',
    ],
    ["nothing", h("p", { title: undefined, hidden: false }, null, false, undefined, 0, ""), "<p>0</p>"],
    [
      "yes and no",
      h("details", { open: true, "aria-hidden": false, "data-wide": true }, h("summary", null, "s")),
      '<details open="" aria-hidden="false" data-wide="true"><summary>s</summary></details>',
    ],
    [
      "parts of a list",
      h(
        "ul",
        null,
        [1, 2].map((n) => h("li", { key: n }, n)),
        h(Fragment, null, "a", h("br")),
      ),
      "<ul><li>1</li><li>2</li>a<br></ul>",
    ],
    ["components", h(Name, null, h(Name, null, "x")), '<bdi class="n"><bdi class="n">x</bdi></bdi>'],
    [
      "drawings",
      h(
        "svg",
        { viewBox: "0 0 1 1", strokeWidth: 2, focusable: "false" },
        h("path", { d: "M0 0", fill: "none" }),
      ),
      '<svg viewBox="0 0 1 1" stroke-width="2" focusable="false"><path d="M0 0" fill="none"></path></svg>',
    ],
    ["markup", h("div", { dangerouslySetInnerHTML: { __html: "<b>x</b>" } }), "<div><b>x</b></div>"],
    [
      "fields",
      h("label", { htmlFor: "i" }, h("input", { type: "search", maxLength: 5, defaultValue: 'a"b' })),
      '<label for="i"><input type="search" maxlength="5" value="a&quot;b"></label>',
    ],
    [
      "a choice",
      h(
        "select",
        { defaultValue: 2 },
        h("option", { value: "" }),
        [1, 2].map((v) => h("option", { key: v, value: v })),
      ),
      '<select><option value=""></option><option value="1"></option><option value="2" selected=""></option></select>',
    ],
    ["cells", h("td", { colSpan: 2, tabIndex: 0 }, "x"), '<td colspan="2" tabindex="0">x</td>'],
  ])("%s", async (_, node, markup) => {
    expect(await writeMarkup(node)).toBe(markup);
  });
});

test("what has to be waited for takes its place among the others", async () => {
  const Late = async ({ ms }: { ms: number }) => {
    for (let i = 0; i < ms; i++) await null;
    return h("i", null, ms);
  };
  expect(await writeMarkup([h(Late, { key: 1, ms: 9 }), "&", h(Late, { key: 2, ms: 1 })])).toBe(
    "<i>9</i>&amp;<i>1</i>",
  );
});

test("another may stand in for a component", async () => {
  const standIns = new Map([[Name, ({ children }: { children: ReactNode }) => h("b", null, children)]]);
  expect(await writeMarkup(h("p", null, h(Name, null, "x")), standIns)).toBe("<p><b>x</b></p>");
});

const Browser = Object.assign(() => null, {
  $$typeof: Symbol.for("react.client.reference"),
  $$id: "menu.tsx#Menu",
});

describe("what would be lost or could do harm is refused", () => {
  test.each<[string, ReactNode, string]>([
    ["a part that runs in the browser", h(Browser), "menu.tsx#Menu"],
    ["what a script would answer", h("button", { onClick: () => null }), "onClick"],
    ["a server action", h("form", { action: () => undefined }), "action is no text"],
    ["a script", h("script", null, "x"), "no script"],
    ["a link that is a script", h("a", { href: "javascript:x()" }), "no link leads to"],
    ["a link to another's host", h("a", { href: " //x.test" }), "no link leads to"],
    ["an unknown attribute", h("p", { style: { color: "red" } }), "style"],
    ["an object", { words: 1 } as never, "words"],
  ])("%s", async (_, node, why) => {
    await expect(writeMarkup(node)).rejects.toThrow(why);
  });
});
