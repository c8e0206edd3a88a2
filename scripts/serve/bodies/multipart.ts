export type Part = { name: string; isFile: boolean; value: string };
export type FormProblem = "broken" | "too_many";

const lineEnd = Buffer.from("\r\n");
const headEnd = Buffer.from("\r\n\r\n");
const disposition =
  /^content-disposition: form-data; name="([^"\\\r\n]*)"(; filename="[^"\\\r\n]*"\r\ncontent-type: [^\r\n]+)?$/i;

/** The parts of a form as browsers write it, and nothing looser: what stands between two marks, under its name. */
export function readParts(contentType: string, body: Buffer, most: number): Part[] | FormProblem {
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
