import { openDesk } from "#components/sitting/device/desk.ts";
import { SendingState } from "#components/sitting/device/sending-state.tsx";
import { AbsentCase } from "#components/sitting/case/absent-case.tsx";
import { runWaiting } from "#components/sitting/navigation/after-paint.ts";
import { attendCase } from "#components/sitting/case/case-session.ts";
import { openSupply } from "#components/sitting/navigation/case-supply.ts";
import { openFront } from "#components/sitting/navigation/optimistic-answers.ts";
import { PutAside } from "#components/sitting/navigation/put-aside.tsx";
import { RoomCases } from "#components/sitting/case/case-views.tsx";
import { RoomEnd } from "#components/sitting/page/end-view.tsx";
import { RoomOverview } from "#components/sitting/navigation/overview-view.tsx";
import { RoomBreak, RoomPace } from "#components/sitting/page/told-pace.tsx";
import { RoomWatch } from "#components/sitting/page/watch.tsx";
import { turnTo } from "#components/sitting/navigation/turn-to.ts";

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
