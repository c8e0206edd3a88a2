import { formatProblem, fileProblemCodes, type FileProblemCode } from "#lib/files/file-problems.ts";
import { uploadLimit } from "#lib/uploads/limits.ts";
import type { UploadProblem } from "#lib/uploads/accept.ts";

export type DoorProblem = "not_signed_in" | "not_allowed" | "wrong_name";

const gigabyte = 1024 ** 3;
const size = (bytes: number) =>
  bytes >= gigabyte ? `${Number((bytes / gigabyte).toFixed(1))} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;

/** What a program that sends a file is told: how it went as a status, why as a code, what to do as a sentence. */
export function explainRefusal(
  problem: UploadProblem | DoorProblem,
  found = "",
): { status: number; error: string; message: string } {
  if (isFileProblem(problem)) return { status: 422, error: problem, message: formatProblem(problem, found) };
  const [status, message] = words[problem](found);
  return { status, error: problem, message };
}

const words: Record<
  Exclude<UploadProblem | DoorProblem, FileProblemCode>,
  (found: string) => [number, string]
> = {
  not_signed_in: () => [401, "Sign in first."],
  not_allowed: () => [403, "Only admins can import files."],
  not_found: () => [404, "There is no such benchmark or file."],
  wrong_name: () => [400, "Name the file in the address: ?name=Literary.csv, at most 255 characters."],
  cut_off: () => [
    400,
    "The connection was lost before the whole file had arrived. Nothing was kept. Send it again.",
  ],
  too_large: (bytes) => {
    const limit = size(uploadLimit());
    const sent = size(Number(bytes));
    // A file a few bytes too large is as large as the limit once both are rounded.
    const why =
      bytes === "" || sent === limit
        ? `The file is larger than the ${limit} that can be uploaded`
        : `The file is ${sent}, and at most ${limit} can be uploaded`;
    return [413, `${why}. Split it, or raise UPLOAD_LIMIT_MB.`];
  },
  no_room: () => [
    507,
    "Too many uploads wait to be imported. Import or discard some, or raise UPLOAD_LIMIT_MB, and send the file again.",
  ],
  disk_full: () => [
    507,
    "The server’s disk is full. Nothing was kept. Free some space and send the file again.",
  ],
};

function isFileProblem(problem: string): problem is FileProblemCode {
  return (fileProblemCodes as readonly string[]).includes(problem);
}
