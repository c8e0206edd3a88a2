import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { maxInvitations } from "#lib/invitations/schema.ts";
import { boundary, deep, form, formType, full } from "#lib/testing/hostile-bodies.ts";
import { findBodyFault } from "#scripts/serve/bodies/request-body.ts";

const id = "4f".repeat(21);
type Fields = readonly (readonly [name: string, value: string])[];

function statusOf(body: string, { type = formType, action = true, url = "/" } = {}) {
  const headers = { "content-type": type, ...(action ? { "next-action": id } : {}) };
  return (
    findBodyFault({ method: "POST", url, headers } as unknown as IncomingMessage, Buffer.from(body))
      ?.status ?? 200
  );
}
const asText = (body: string) => statusOf(body, { type: "text/plain;charset=UTF-8" });
const withoutScript = (fields: Fields) => statusOf(form(fields), { action: false });
const many = (count: number): Fields => Array.from({ length: count }, (_, n) => [`_1_f${n}`, ""] as const);

describe("the arguments of an action", () => {
  const root = ["0", '[{"ok":false,"error":"invalid"},"$K1"]'] as const;

  test.each([
    ["a form and the answer before it", [["_1_handle", "李\r\nx"], root]],
    [
      "a form alone",
      [
        ["_1_theme", "dark"],
        ["0", '["$K1"]'],
      ],
    ],
    [
      "what JSON has no word for",
      [["0", '["$undefined","$NaN","$-Infinity","$n12","$D2026-11-22T00:00:00.000Z","$$5"]']],
    ],
    [
      "what stands there twice",
      [
        ["0", '[{"rows":[{}]},"$0:0:rows:0","$1:a"]'],
        ["1", '{"a":[]}'],
      ],
    ],
    ["as many fields as a form may have", [...many(499), root]],
  ] as [string, Fields][])("%s", (_what, fields) => {
    expect(statusOf(form(fields))).toBe(200);
  });

  test.each([
    ["too many fields", 413, [...many(16_000), root]],
    ["none", 400, []],
    ["no root", 400, [["_1_handle", "a"]]],
    ["a root that is no JSON", 400, [["0", "["]]],
    ["a root that holds nothing", 400, [["0", "null"]]],
    ["deep JSON", 400, [["0", deep]]],
    ["deep JSON in a second text", 400, [root, ["1", deep]]],
    ["two roots", 400, [["0", deep], root]],
    [
      "code",
      400,
      [
        ["0", '["$F1"]'],
        ["1", "{}"],
      ],
    ],
    [
      "a stream",
      400,
      [
        ["0", '["$R1"]'],
        ["1", "{}"],
      ],
    ],
    ["a file", 400, [["0", '["$B1"]']]],
    ["a reference to nothing", 400, [["0", '["$1"]']]],
    [
      "a reference to what nobody sent",
      400,
      [
        ["0", '["$1:__proto__:then"]'],
        ["1", "{}"],
      ],
    ],
    ["a reference to itself", 400, [["0", '["$0"]']]],
    ["a key that is no key", 400, [["0", '[{"__proto__":{}}]']]],
    ["a number that is none", 400, [["0", '["$nxx"]']]],
  ] as [string, number, Fields][])("%s: %s %i", (_what, status, fields) => {
    expect(statusOf(form(fields))).toBe(status);
  });

  test("as a text of their own", () => {
    expect(["[]", '["a",1]'].map(asText)).toEqual([200, 200]);
    const bad = ["", "[", '"a"', "null", "{}", '{"length":1000000000}', deep, '["$Q1"]'];
    expect(bad.map(asText)).toEqual(Array(8).fill(400));
  });
});

describe("how much an action is given", () => {
  const zeros = (count: number) => JSON.stringify([Array<number>(count).fill(0)]);
  const bound = (argument: string): Fields => [
    ["$ACTION_REF_1", ""],
    ["$ACTION_1:0", JSON.stringify({ id, bound: "$@1" })],
    ["$ACTION_1:1", argument],
  ];

  test.each([
    ["signs", full('"$T"')],
    ["empty lists", full("[]")],
    ["references", full('"$0:0"', "[1]")],
    ["objects", `[${full("{}")}]`],
    ["fields of one object", `[{${full('"a":0').slice(1, -1)}}]`],
    ["values behind a text with marks in it", full("0", JSON.stringify('\\,"'))],
  ])("1 MB of %s is refused however it is sent", (_what, body) => {
    expect(asText(body)).toBe(413);
    expect(statusOf(form([["0", body]]))).toBe(413);
    expect(withoutScript(bound(body))).toBe(413);
  });

  test("values count together, in however many texts they stand", () => {
    const texts = (count: number): Fields => [
      ["0", `[${Array.from({ length: count }, (_, n) => `"$${(n + 1).toString(16)}"`).join(",")}]`],
      ...Array.from({ length: count }, (_, n) => [String(n + 1), zeros(4000)] as const),
    ];
    expect([2, 3].map((count) => statusOf(form(texts(count))))).toEqual([200, 413]);
    const twice = [...bound(zeros(7000)), ...bound(zeros(7000))].map(
      ([name, value], n) =>
        [n < 3 ? name : name.replace("_1", "_2").replace("REF_1", "REF_2"), value] as const,
    );
    expect(withoutScript(twice)).toBe(413);
    expect(withoutScript(twice.slice(0, 3))).toBe(200);
  });

  test("the answer to as many invitations as can be made at once comes back with the next form", () => {
    const made = { id: crypto.randomUUID(), number: 1, code: "23456789", cohort: "students" };
    const last = { ok: true, value: Array<typeof made>(maxInvitations).fill(made) };
    expect(statusOf(form([["0", `[${JSON.stringify(last)},"$K1"]`]]))).toBe(200);
    expect(withoutScript(bound(JSON.stringify([last])))).toBe(200);
  });

  test("neither what stands in a text nor a field of the form counts", () => {
    const commas = "[{,".repeat(300_000);
    expect(asText(JSON.stringify([commas]))).toBe(200);
    expect(
      statusOf(
        form([
          ["_1_value", full("0")],
          ["0", '["$K1"]'],
        ]),
      ),
    ).toBe(200);
    expect(
      withoutScript([
        [`$ACTION_ID_${id}`, ""],
        ["value", full("0")],
      ]),
    ).toBe(200);
  });

  test("an action takes few arguments", () => {
    const some = (count: number) => JSON.stringify(Array<number>(count).fill(0));
    expect([asText(some(16)), asText(some(17))]).toEqual([200, 400]);
    expect([statusOf(form([["0", some(16)]])), statusOf(form([["0", some(17)]]))]).toEqual([200, 400]);
    expect([withoutScript(bound(some(16))), withoutScript(bound(some(17)))]).toEqual([200, 400]);
    expect(withoutScript(bound('{"length":0}'))).toBe(400);
  });
});

describe("a form without a script", () => {
  const bound = ["$ACTION_1:0", JSON.stringify({ id, bound: "$@1" })] as const;

  test("names its action, and brings its last answer", () => {
    expect(
      withoutScript([
        [`$ACTION_ID_${id}`, ""],
        ["theme", "dark"],
      ]),
    ).toBe(200);
    expect(
      withoutScript([
        ["$ACTION_REF_1", ""],
        bound,
        ["$ACTION_1:1", "[null]"],
        ["$ACTION_KEY", "k1"],
        ["a", "b"],
      ]),
    ).toBe(200);
  });

  test.each([
    ["no action", [["a", "b"]]],
    ["an action that can't be one", [["$ACTION_ID_x", ""]]],
    ["a reference to nothing", [["$ACTION_REF_1", ""]]],
    [
      "a broken reference",
      [
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", "{"],
      ],
    ],
    ["an answer that is missing", [["$ACTION_REF_1", ""], bound]],
    ["a broken answer", [["$ACTION_REF_1", ""], bound, ["$ACTION_1:1", "["]]],
    [
      "arguments that are none",
      [
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", JSON.stringify({ id, bound: { toString: 1 } })],
      ],
    ],
    ["a deep answer", [["$ACTION_REF_1", ""], bound, ["$ACTION_1:1", deep]]],
    [
      "a broken reference beside a good one",
      [
        [`$ACTION_ID_${id}`, ""],
        ["$ACTION_REF_1", ""],
      ],
    ],
  ] as [string, Fields][])("%s", (_what, fields) => {
    expect(withoutScript(fields)).toBe(400);
  });
});

describe("a form that is none", () => {
  const good = form([["0", "[]"]]);
  const part = (head: string) => `--${boundary}\r\n${head}\r\n\r\n[]\r\n--${boundary}--\r\n`;
  const named = 'Content-Disposition: form-data; name="0"';

  test("good to begin with, also with the mark in quotes and without a last line end", () => {
    expect([statusOf(good), statusOf(part(named)), statusOf(good.slice(0, -2))]).toEqual([200, 200, 200]);
    expect(statusOf(good, { type: `multipart/form-data; boundary="${boundary}"` })).toBe(200);
  });

  test.each([
    ["empty", ""],
    ["cut", good.slice(0, 60)],
    ["with something before it", `x\r\n${good}`],
    ["with something after it", `${good}x`],
    ["with a part that has no head", `--${boundary}\r\n\r\n[]\r\n--${boundary}--\r\n`],
    ["with half a head", part("Content-Disp")],
    ["with a name in two ways", part(`${named}; name*=UTF-8''1`)],
    ["with two names", part(`${named}\r\n${named}`)],
    ["with a name that hides another", part('Content-Disposition: form-data; name="\\0"')],
    ["with an alphabet of its own", part(`${named}\r\nContent-Type: text/plain; charset=utf-16le`)],
    ["with a file for a text", part(`${named}; filename="x"\r\nContent-Type: text/plain`)],
  ])("%s", (_what, body) => {
    expect(statusOf(body)).toBe(400);
  });

  test.each(["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=other"])(
    "%s",
    (type) => expect([statusOf(good, { type }), statusOf(good, { type, action: false })]).toEqual([400, 400]),
  );
});

test("other bodies of a page: fields are counted", () => {
  const of = (type: string, body: string) => statusOf(body, { type, action: false });
  expect(of("application/x-www-form-urlencoded", "a=&".repeat(16_000))).toBe(413);
  expect(of("application/x-www-form-urlencoded", "a=&b=")).toBe(200);
  expect(of("", deep)).toBe(200);
});

test("what programs send: JSON is measured, and what isn't JSON is for its reader to say", () => {
  const of = (type: string, body: string) =>
    statusOf(body, { type, action: false, url: "/api/sittings/1/answers" });
  expect(of("application/json", `{"a":${deep}}`)).toBe(400);
  expect(of("application/json", '{"a":[')).toBe(200);
  const long = (bytes: number) => `"${"a".repeat(bytes - 2)}"`;
  expect([65_536, 65_537].map((bytes) => of("application/json", long(bytes)))).toEqual([200, 413]);
  expect(of("application/json; charset=utf-8", '{"a":[[[]]]}')).toBe(200);
  expect(of("multipart/form-data; boundary=x", "{}")).toBe(200);
});
