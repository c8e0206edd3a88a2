import net from "node:net";
import { builtActions } from "#e2e/access-matrix/built.ts";
import { borrowSample } from "#e2e/access-matrix/callers.ts";
import { addressOf, routes } from "#e2e/access-matrix/table.ts";
import { ask } from "#e2e/support/ask.ts";
import { deep, form, formType, full } from "#lib/testing/hostile-bodies.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";

// Whatever the application can't read is the sender's mistake: a reason, never an error of ours in answer or log.

type RawRequest = { method?: string; target?: string; headers?: Record<string, string>; body?: string };

/** To the byte: clients put right what they are given. */
async function sendRaw(
  port: number,
  { method = "GET", target = "/sign-in", headers = {}, body }: RawRequest,
) {
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const all = { host: `127.0.0.1:${port}`, connection: "close", ...length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = net.connect(port, "127.0.0.1");
  socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`);
  // Who has answered may close before all is sent: what was said counts, not how the rest ended.
  const closed = new Promise<void>((done) => socket.once("close", () => done()));
  let said = "";
  socket.setEncoding("utf8");
  socket.on("data", (piece) => (said += String(piece))).on("error", () => undefined);
  await closed;
  return { status: Number(said.split(" ", 2)[1]), said };
}

const signIn = builtActions.find(({ name }) => name.endsWith("#signIn"))?.id ?? "";
const root: [string, string] = ["0", '[null,"$K1"]'];
const empty = Array.from({ length: 16_000 }, (_, n): [string, string] => [`_1_f${n}`, ""]);

const post = (body: string, headers: Record<string, string> = {}): RawRequest => ({
  method: "POST",
  headers: { "content-type": formType, ...headers },
  body,
});
const act = (body: string, headers: Record<string, string> = {}) =>
  post(body, { "next-action": signIn, accept: "text/x-component", ...headers });
const asText = (body: string) => act(body, { "content-type": "text/plain;charset=UTF-8" });
const state = (value: string): RawRequest => ({ headers: { rsc: "1", "next-router-state-tree": value } });

const refused: Record<string, readonly [RawRequest, number]> = {
  "16,000 empty fields": [act(form([...empty, root])), 413],
  "16,000 empty fields without a script": [post(form(empty)), 413],
  "a form of 2 MB": [act(form([["_1_handle", "a".repeat(2_000_000)], root])), 413],
  "deep arguments": [act(form([["0", deep]])), 400],
  "deep arguments as text": [asText(deep), 400],
  "1 MB of signs": [asText(full('"$T"')), 413],
  "1 MB of empty lists": [asText(full("[]")), 413],
  "1 MB of references": [act(form([["0", full('"$0:0"', "[1]")]])), 413],
  "broken arguments": [act(form([["0", "["]])), 400],
  "no arguments": [act(""), 400],
  "arguments that point nowhere": [asText('["$1:__proto__:then"]'), 400],
  "a broken answer before": [
    post(
      form([
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", `{"id":"${signIn}","bound":"$@1"}`],
        ["$ACTION_1:1", "["],
      ]),
    ),
    400,
  ],
  "a form of no action": [post(form([["a", "b"]])), 400],
  "a form without its mark": [act(form([root]), { "content-type": "multipart/form-data" }), 400],
  "a form with another mark": [
    post(form([root]), { "content-type": "multipart/form-data; boundary=x" }),
    400,
  ],
  "half a form": [act(form([root]).slice(0, 40)), 400],
  "an action that can't be one": [act(form([root]), { "next-action": "__proto__" }), 400],
  "deep JSON to an API": [
    { ...post(`{"a":${deep}}`, { "content-type": "application/json" }), target: "/api/sittings/1/answers" },
    400,
  ],
  "a broken piece of a body": [
    { ...post("zz\r\n", { "transfer-encoding": "chunked" }), headers: { "transfer-encoding": "chunked" } },
    400,
  ],
  "a state that is no JSON": [state("%5B"), 400],
  "a state that is no state": [state("{}"), 400],
  "a state that can't be read": [state("%E0"), 400],
  "a deep state": [state("[".repeat(7000)), 400],
  "cookies without end": [{ headers: { cookie: `a=${"b".repeat(20_000)}` } }, 431],
  "a host that is none": [{ headers: { host: "evil.example/path?x" } }, 400],
  "no address": [{ method: "OPTIONS", target: "*" }, 400],
  "a roundabout way": [{ target: "/_next/static/%2e%2e/image?url=%2Fenter%2Fs3cret&w=64&q=75" }, 400],
  "3,000 parameters": [{ target: `/sign-in?${"a=&".repeat(3000)}` }, 400],
};

test("what can't be read is refused with a reason", async () => {
  for (const [what, [odd, status]] of Object.entries(refused)) {
    const answer = await sendRaw(product.port, odd);
    const isReasoned = /Refused: .+|"message":".+"/.test(answer.said);
    expect.soft({ what, status: answer.status, isReasoned }).toEqual({ what, status, isReasoned: true });
  }
});

const harmless: Record<string, RawRequest> = {
  "a query that is no text": { target: "/sign-in?next=%E0&__proto__=1&constructor=x&a[b]=c" },
  "cookies that are no text": {
    headers: { cookie: "benchside=%E0%A4; theme=%00; language=%E0; __proto__=1" },
  },
  "a language that is none": { headers: { "accept-language": `%%%,;q=x,${"zh-".repeat(2000)}` } },
  "what Next tells itself": {
    headers: {
      "x-invoke-path": "%E0",
      "x-invoke-status": "500",
      "x-matched-path": "/admin",
      "next-resume": "1",
    },
  },
  "odd data": { headers: { rsc: "2", "next-router-prefetch": "9", "next-url": "%E0", "if-none-match": '"' } },
  "a range that is none": { target: "/icon.svg", headers: { range: "bytes=9-1,x" } },
  "a range beyond the file": { target: "/robots.txt", headers: { range: "bytes=99999-" } },
};

test("what may be left unread is answered as if it weren't there", async () => {
  for (const [what, odd] of Object.entries(harmless))
    expect.soft([what, (await sendRaw(product.port, odd)).status]).toEqual([what, 200]);
});

test("no address takes a NUL character or a broken state, whoever asks", async () => {
  const sample = await borrowSample("admin");
  const cookie = sample.cookie ?? "";
  const taken: unknown[] = [];
  for (const route of Object.keys(routes)) {
    const address = addressOf(route, sample);
    const target = `${address}${address.includes("?") ? "&" : "?"}find=a%00b`;
    for (const odd of [
      { target, headers: { cookie } },
      { target: address, headers: { cookie, ...state("%5B").headers } },
    ]) {
      const { status } = await sendRaw(product.port, odd);
      if (status !== 400) taken.push({ route, odd, status });
    }
  }
  expect(taken).toEqual([]);
});

const nonsense = [
  "page=-1",
  "page=1e99",
  "sort=__proto__",
  "sort=-constructor",
  "track=%F0%9F%92%A9",
  "find=%E0%27%22",
  "who=x",
  "cohort=a",
  "cohort=b",
  "excluded=",
  "stratum=%25",
  "next=//evil.example",
  "after=e30",
  "limit=0",
  "run=x",
];

test("nonsense in a query is no error of ours, whatever it is asked of", async () => {
  const sample = await borrowSample("admin");
  const ours: unknown[] = [];
  for (const [route, rule] of Object.entries(routes)) {
    if (rule.kind === "always" || (rule.kind === "api" && rule.question.method !== "GET")) continue;
    const address = addressOf(route, sample);
    const url = `${product.url}${address}${address.includes("?") ? "&" : "?"}${nonsense.join("&")}`;
    const { status } = await ask(url, { cookie: sample.cookie });
    if (status >= 500) ours.push({ route, status });
  }
  expect(ours).toEqual([]);
});

test("what Next keeps for itself is closed, however it is written", async () => {
  const picture = "?url=%2Fenter%2Fs3cret%0A%7B%22level%22%3A%22info%22%7D&w=64&q=75";
  for (const path of [
    "/_next/image",
    "/%5Fnext/image",
    "/_next/data/x/sign-in.json",
    "/_next/mcp",
    "/_NEXT/image",
  ]) {
    const { status } = await sendRaw(product.port, { target: path + picture });
    expect([path, status]).toEqual([path, 404]);
  }
  expect(product.log.text()).not.toContain("s3cret");
});
