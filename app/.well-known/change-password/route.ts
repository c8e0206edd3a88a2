import { getViewer } from "#lib/auth/request/request.ts";

/** Password managers ask here where a password is changed; a participant's passphrase has a page of its own. */
export async function GET(): Promise<Response> {
  const viewer = await getViewer();
  const location = viewer?.role === "participant" ? "/come-back" : "/account/password";
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
