import { openDesk } from "#components/sitting/device/desk.ts";
import { SendingState } from "#components/sitting/device/sending-state.tsx";
import { AbsentCase } from "#components/sitting/room/absent-case.tsx";
import { attendCase } from "#components/sitting/room/case-session.ts";
import { openSupply } from "#components/sitting/room/case-supply.ts";
import { openFront } from "#components/sitting/room/front.ts";
import { RoomEnd } from "#components/sitting/room/room-end.tsx";
import { RoomOverview } from "#components/sitting/room/room-overview.tsx";

/** What a first page is read and answered without. It comes right after it, before it is needed. */
export const restOfRoom = {
  openDesk,
  openFront,
  openSupply,
  attendCase,
  AbsentCase,
  RoomEnd,
  RoomOverview,
  SendingState,
};
