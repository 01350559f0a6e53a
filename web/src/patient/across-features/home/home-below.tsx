// Home's cards below the first screen of a phone, in one chunk.
export { default as CareCard } from './care-card.tsx';
export { UpcomingAppointments } from '../../features/appointments/upcoming-appointments.tsx';
export { HomeResults } from '../../features/results/home-results.tsx';
