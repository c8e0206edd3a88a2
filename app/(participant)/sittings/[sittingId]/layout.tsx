import { ParticipantFrame } from "#components/shell/participant-frame.tsx";
import { SittingMenu } from "#components/sitting/sitting-menu.tsx";

/** Knows no more than the address: what each page of the menu shows, it finds out itself. */
export default async function SittingLayout({ params, children }: LayoutProps<"/sittings/[sittingId]">) {
  const { sittingId } = await params;
  return <ParticipantFrame menu={<SittingMenu sittingId={sittingId} />}>{children}</ParticipantFrame>;
}
