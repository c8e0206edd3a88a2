import { redirect } from "next/navigation";
import { joinAddress, readArrival } from "#components/sitting/entry/arrival.ts";

/** Once a page of its own: browsers that still have it, and links to it, are led to where it stands now. */
export default async function ConsentPage({ params, searchParams }: PageProps<"/join/[code]/consent">) {
  const { code } = await params;
  redirect(joinAddress(code, "", readArrival(await searchParams)));
}
