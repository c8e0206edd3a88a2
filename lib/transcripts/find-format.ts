import { readHead, type FileResult } from "#lib/files/text-file.ts";
import { succeed } from "#lib/result.ts";
import { transcriptFormatOf, type TranscriptFormat } from "#lib/transcripts/formats.ts";

const beginning = 16 * 1024;

/** Which of the formats of transcripts a file has; null where it has none of them. */
export async function findTranscriptFormat(
  path: string,
  name: string,
): Promise<FileResult<TranscriptFormat | null>> {
  const start = await readHead(path, beginning);
  return start.ok ? succeed(transcriptFormatOf(name, start.value.head.toString("utf8"))) : start;
}
