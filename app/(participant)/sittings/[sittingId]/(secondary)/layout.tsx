import { isOwnPlace } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { ParticipantFrame } from "#components/shell/participant-frame.tsx";
import { SittingMenu } from "#components/sitting/sitting-menu.tsx";

/** Whom the sitting doesn't belong to gets no menu of it either. */
export default async function SittingLayout({ params, children }: LayoutProps<"/sittings/[sittingId]">) {
  const menu = (await isOwnPlace(params)) && <SittingMenu sittingId={(await params).sittingId} />;
  return <ParticipantFrame menu={menu}>{children}</ParticipantFrame>;
}
