import type { IncomingMessage } from "node:http";
import { isTooDeep } from "#lib/files/json-text.ts";
import { longestJson } from "#lib/read-body.ts";
import {
  areArguments,
  areTooMany,
  isBoundAction,
  valueLimit,
} from "#scripts/serve/bodies/action-arguments.ts";
import type { Refusal } from "#scripts/serve/refusal.ts";

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
