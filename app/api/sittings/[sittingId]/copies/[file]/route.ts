import { getMessages } from "next-intl/server";
import { messagesFor } from "#components/task-kinds/words.ts";
import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { download } from "#lib/files/download.ts";
import { getOwnData } from "#lib/own-data/queries.ts";
import { copyName } from "#lib/own-data/schema.ts";
import { renderConsent, renderOwnData, renderOwnJson } from "#lib/own-data/written.ts";
import { ownSitting } from "#lib/sittings/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

const types = { txt: "text/plain; charset=utf-8", json: "application/json; charset=utf-8" };

/** What one agreed to, and what one gave, to take along. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/sittings/[sittingId]/copies/[file]">,
): Promise<Response> {
  return withViewer(["participant"], async (viewer) => {
    const asked = await params;
    const [sitting, file] = [ownSitting.safeParse(asked), copyName.safeParse(asked.file)];
    const data = sitting.success && file.success ? await getOwnData(viewer, sitting.data.sittingId) : null;
    if (!data || !file.success) return refuse("not_found", 404);
    const messages = await getMessages();
    const words = messages.ownData.file;
    const wordsOf = (kind: KindName) => messagesFor(kind, messages).ownData.file;
    if (file.data === "data.json")
      return download([renderOwnJson(data)], { name: file.data, type: types.json });
    const text =
      file.data === "consent.txt" ? renderConsent(data.consent, words) : renderOwnData(data, words, wordsOf);
    return download([text], { name: file.data, type: types.txt });
  });
}
