import { redirect } from "next/navigation";
import { getViewer } from "#lib/auth/request.ts";
import { homes } from "#lib/auth/roles.ts";

/** The front door leads everybody to their own room. */
export default async function FrontDoor() {
  const viewer = await getViewer();
  redirect(viewer ? homes[viewer.role] : "/sign-in");
}
