import { redirect } from "next/navigation";
import { getSignedIn } from "#lib/auth/request/request.ts";
import { homes } from "#lib/auth/roles.ts";

/** The front door leads everybody to their own page. */
export default async function FrontDoor() {
  const signedIn = await getSignedIn();
  redirect(signedIn ? homes[signedIn.viewer.role] : "/sign-in");
}
