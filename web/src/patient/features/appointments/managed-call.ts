export type ManagedCall = {
  id: string;
  name: string;
  hostName: string;
  appointmentType: string;
  startsAt: Instant;
  changeableUntil: Instant;
};
