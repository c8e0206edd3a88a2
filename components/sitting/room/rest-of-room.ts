import { openDesk } from "#components/sitting/device/desk.ts";
import { SendingState } from "#components/sitting/device/sending-state.tsx";
import { AbsentCase } from "#components/sitting/room/absent-case.tsx";
import { runWaiting } from "#components/sitting/room/after-paint.ts";
import { attendCase } from "#components/sitting/room/case-session.ts";
import { openSupply } from "#components/sitting/room/case-supply.ts";
import { openFront } from "#components/sitting/room/front.ts";
import { PutAside } from "#components/sitting/room/put-aside.tsx";
import { RoomCases } from "#components/sitting/room/room-cases.tsx";
import { RoomEnd } from "#components/sitting/room/room-end.tsx";
import { RoomOverview } from "#components/sitting/room/room-overview.tsx";
import { RoomBreak, RoomPace } from "#components/sitting/room/told-pace.tsx";
import { RoomWatch } from "#components/sitting/room/room-watch.tsx";
import { turnTo } from "#components/sitting/room/turn-to.ts";

/** What a first page is read and answered without. It comes right after it, before it is needed. */
export const restOfRoom = {
  openDesk,
  openFront,
  openSupply,
  runWaiting,
  attendCase,
  turnTo,
  AbsentCase,
  PutAside,
  RoomCases,
  RoomEnd,
  RoomBreak,
  RoomOverview,
  RoomPace,
  RoomWatch,
  SendingState,
};
