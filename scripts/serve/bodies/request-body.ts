import type { IncomingMessage } from "node:http";
import type { Refusal } from "#scripts/serve/refusal.ts";
import { isTooDeep, countValues } from "#lib/files/json-text.ts";
import { longestJson } from "#lib/front-routes.ts";

/** React's own signs for what JSON has no words for. Those for code, streams and files no form of ours sends. */
const signs = /^\$(\$|undefined$|NaN$|-?Infinity$|-0$|T$|D|n-?\d{1,100}$|K[\da-f]{1,4}$)/;
const reference = /^\$(@?)([\da-f]{1,4})((?::[^:]+)*)$/;

/**
 * The most that our own forms bring is the answer before them, where that made as many invitations as can be made at
 * once: 10,005 values.
 */
const valueLimit = 12_000;
/** Ours take two: the answer before, and the form. */
const argumentLimit = 16;

/**
 * Whether JSON texts hold more values than React may be given, which needs a second for a megabyte of small ones.
 * They are counted before anything is made of them; an empty list counts twice.
 */
function areTooMany(texts: readonly string[]): boolean {
  let left = valueLimit;
  for (const text of texts) {
    left -= countValues(text, left);
    if (left < 0) return true;
  }
  return false;
}

/**
 * Whether React can read the arguments of an action: JSON texts by number, of which the first holds all. What it
 * can't read it takes for a fault of the server's.
 */
const areArguments = (texts: ReadonlyMap<number, string>): boolean => isShort(read(texts)?.get(0));

/** The same of an action that a form names without a script, with the arguments it already has. */
function isBoundAction(texts: ReadonlyMap<number, string>): boolean {
  const values = read(texts);
  const { id, bound } = (values?.get(0) ?? {}) as { id?: unknown; bound?: unknown };
  if (typeof id !== "string" || !/^[\da-f]{42}$/.test(id)) return false;
  if (typeof bound !== "string") return bound === null;
  const [, number = ""] = /^\$@([\da-f]{1,4})$/.exec(bound) ?? [];
  return isShort(values?.get(parseInt(number, 16)));
}

const isShort = (list: unknown) => Array.isArray(list) && list.length <= argumentLimit;

function read(texts: ReadonlyMap<number, string>): Map<number, unknown> | null {
  const values = new Map<number, unknown>();
  for (const [number, text] of texts) {
    const value = parse(text);
    if (value === undefined || isTooDeep(value)) return null;
    values.set(number, value);
  }
  return isSound([...values.values()], values) ? values : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSound(value: unknown, values: ReadonlyMap<number, unknown>): boolean {
  if (typeof value === "string") return !value.startsWith("$") || signs.test(value) || leads(value, values);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, part]) => key !== "__proto__" && isSound(part, values));
}

/** What was sent once and stands in two places is written once, and pointed at: "$1:rows:0". */
function leads(sign: string, values: ReadonlyMap<number, unknown>): boolean {
  const [, isAwaited, number = "", path = ""] = reference.exec(sign) ?? [];
  const keys = path.split(":").slice(1);
  let value = values.get(parseInt(number, 16));
  if (number === "" || value === undefined || (number === "0" && (keys.length === 0 || isAwaited)))
    return false;
  for (const key of keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return false;
    value = Reflect.get(value, key);
  }
  return true;
}

const fieldLimit = 500;

const broken: Refusal = { status: 400, reason: "the form is invalid." };
const tooManyFields: Refusal = { status: 413, reason: `the form has more than ${fieldLimit} fields.` };
const tooManyValues: Refusal = {
  status: 413,
  reason: `the form has more than ${valueLimit.toLocaleString("en")} values.`,
};
const tooLong: Refusal = {
  status: 413,
  reason: `the JSON has more than ${longestJson.toLocaleString("en")} bytes.`,
};
const tooDeep: Refusal = { status: 400, reason: "the JSON is nested too deeply." };

/** Why the application couldn't read a body, which it would take for a fault of its own or work on for long. */
export function findBodyFault(request: IncomingMessage, body: Buffer): Refusal | null {
  const { headers, method, url = "/" } = request;
  if (method !== "POST" && body.length === 0) return null;
  const type = headers["content-type"] ?? "";
  // Only pages take forms, and what a program sends that isn't JSON is for the one who asked for it to refuse.
  if (!url.startsWith("/api/")) return findPageFault(type, body, headers["next-action"] !== undefined);
  if (!/json/i.test(type)) return null;
  if (body.length > longestJson) return tooLong;
  return isDeepJson(body.toString("utf8")) ? tooDeep : null;
}

function findPageFault(type: string, body: Buffer, isAction: boolean): Refusal | null {
  // As Next asks, capitals included: what it doesn't take for a form it reads as the arguments themselves.
  if (type.startsWith("multipart/form-data")) return findFormFault(type, body, isAction);
  if (isAction) {
    const text = body.toString("utf8");
    if (areTooMany([text])) return tooManyValues;
    return areArguments(new Map([[0, text]])) ? null : broken;
  }
  const fields = type.includes("urlencoded") ? body.toString("latin1").split("&", fieldLimit + 1).length : 0;
  return fields > fieldLimit ? tooManyFields : null;
}

/** What isn't JSON at all is for the one who asked for JSON to say. */
function isDeepJson(text: string): boolean {
  try {
    return isTooDeep(JSON.parse(text));
  } catch {
    return false;
  }
}

function findFormFault(type: string, body: Buffer, isAction: boolean): Refusal | null {
  const parts = readParts(type, body, fieldLimit);
  if (parts === "too_many") return tooManyFields;
  if (parts === "broken") return broken;
  const argument = isAction ? /^\d+$/ : /^\$ACTION_\d+:\d+$/;
  const texts = parts.filter(({ name }) => argument.test(name)).map(({ value }) => value);
  if (areTooMany(texts)) return tooManyValues;
  const fits = isAction ? areArguments(numbered(parts, "")) : isPlainForm(parts);
  return fits ? null : broken;
}

/** A form that was sent without a script names its action in a field, and its last answer in others. */
function isPlainForm(parts: readonly Part[]): boolean {
  const named = parts.filter(({ name }) => /^\$ACTION_(ID|REF)_/.test(name));
  const fits = ({ name }: Part) => {
    const [, id, reference] = /^\$ACTION_(?:ID_([\da-f]{42})|REF_(\d{1,3}))$/.exec(name) ?? [];
    return (
      id !== undefined || (reference !== undefined && isBoundAction(numbered(parts, `$ACTION_${reference}:`)))
    );
  };
  return named.length > 0 && named.every(fits);
}

/** The texts among the parts, by the number behind the given beginning of their names; none where two bear the same. */
function numbered(parts: readonly Part[], beginning: string): Map<number, string> {
  const texts = parts.flatMap(({ name, isFile, value }): [number, string][] => {
    const number = name.slice(beginning.length);
    const isText = !isFile && name.startsWith(beginning) && /^(0|[1-9]\d{0,3})$/.test(number);
    return isText ? [[Number(number), value]] : [];
  });
  const found = new Map(texts);
  return found.size === texts.length ? found : new Map();
}

type Part = { name: string; isFile: boolean; value: string };
type FormProblem = "broken" | "too_many";

const lineEnd = Buffer.from("\r\n");
const headEnd = Buffer.from("\r\n\r\n");
const disposition =
  /^content-disposition: form-data; name="([^"\\\r\n]*)"(; filename="[^"\\\r\n]*"\r\ncontent-type: [^\r\n]+)?$/i;

/** The parts of a form as browsers write it, and nothing looser: what stands between two marks, under its name. */
function readParts(contentType: string, body: Buffer, most: number): Part[] | FormProblem {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^";,\s]{1,70}))\s*$/i.exec(contentType);
  if (!boundary) return "broken";
  const mark = Buffer.from(`--${boundary[1] ?? boundary[2]}`, "latin1");
  if (!body.subarray(0, mark.length).equals(mark)) return "broken";
  const between = Buffer.concat([lineEnd, mark]);
  const parts: Part[] = [];
  let at = mark.length;
  while (body.subarray(at, at + 2).equals(lineEnd)) {
    if (parts.length === most) return "too_many";
    const end = body.indexOf(between, at);
    const part = end < 0 ? null : readPart(body.subarray(at + 2, end));
    if (!part) return "broken";
    parts.push(part);
    at = end + between.length;
  }
  return /^--(\r\n)?$/.test(body.toString("latin1", at, at + 5)) ? parts : "broken";
}

/** Whoever reads it after this one must find the same name: another header, or a backslash, could say otherwise. */
function readPart(bytes: Buffer): Part | null {
  const end = bytes.indexOf(headEnd);
  const [, name, file] = disposition.exec(bytes.toString("utf8", 0, Math.max(end, 0))) ?? [];
  if (name === undefined) return null;
  return { name, isFile: file !== undefined, value: bytes.toString("utf8", end + headEnd.length) };
}

/** As much as Next takes for an action; a benchmark's file, which may be larger, is an upload. */
export const bodyLimit = 1024 * 1024;
/** For all of one. */
export const bodyMs = 60_000;
/** What all bodies that are on their way may come to. */
const heldLimit = 128 * bodyLimit;
let held = 0;

const nothing = Buffer.alloc(0);
/** By this Node tells whether a stream was read. Next's route handlers take the body only of one that wasn't. */
const wasRead = Symbol.for("nodejs.stream.disturbed");
const tooLarge: Refusal = { status: 413, reason: "the request is larger than 1 MB." };
const tooMuch: Refusal = {
  status: 503,
  reason: "the server is receiving too much at once. Try again in a moment.",
};
const tooSlow: Refusal = { status: 408, reason: "the rest of the request took too long to arrive." };
const isEmpty: Refusal = { status: 400, reason: "the request declares a body but has none." };
const wasCut: Refusal = { status: 400, reason: "the connection was lost." };

type BodyResult = { fault: Refusal | null; body: Buffer };
const without = (fault: Refusal | null): BodyResult => ({ fault, body: nothing });

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Reads a body that isn't an upload to its end and looks whether the application can read it, before that begins to.
 * With `putBack` it stands in the request again then, as if nobody had read it.
 */
export function screenBody(
  request: IncomingMessage,
  { putBack, patienceMs = bodyMs }: { putBack: boolean; patienceMs?: number },
): Promise<BodyResult> {
  if (!hasBody(request)) return Promise.resolve(without(findBodyFault(request, nothing)));
  if (Number(request.headers["content-length"] ?? 0) > bodyLimit) return Promise.resolve(without(tooLarge));
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const settle = (fault: Refusal | null, body = nothing) => {
      clearTimeout(late);
      request.off("readable", take).off("close", goAway);
      held -= bytes;
      resolve({ fault, body });
    };
    const take = () => {
      let part: Buffer | null;
      while ((part = request.read() as Buffer | null)) {
        bytes += part.length;
        held += part.length;
        if (bytes > bodyLimit || held > heldLimit) return settle(bytes > bodyLimit ? tooLarge : tooMuch);
        parts.push(part);
      }
      if (!request.complete) return;
      if (bytes === 0) return settle(isEmpty);
      const body = Buffer.concat(parts);
      const fault = findBodyFault(request, body);
      // In this very moment: once the end has been told, nothing can be put before it any more.
      if (!fault && putBack) {
        request.unshift(body);
        Object.assign(request, { [wasRead]: false });
      }
      settle(fault, body);
    };
    const goAway = () => settle(wasCut);
    const late = setTimeout(() => settle(tooSlow), patienceMs).unref();
    request.on("readable", take).once("close", goAway);
  });
}
