/** Why there is no video or no sound. */
export type MediaProblem = 'denied' | 'missing' | 'busy' | 'unsupported';

export type Devices = { cameras: MediaDeviceInfo[]; microphones: MediaDeviceInfo[] };

export const NO_DEVICES: Devices = { cameras: [], microphones: [] };

const SOUND: MediaTrackConstraints = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
};
const PICTURE: MediaTrackConstraints = {
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 30, max: 30 },
};

const withDevice = (constraints: MediaTrackConstraints, deviceId: string | undefined) =>
  deviceId ? { ...constraints, deviceId: { exact: deviceId } } : constraints;

export const openMicrophone = (deviceId?: string): Promise<MediaStreamTrack> =>
  first(() => navigator.mediaDevices.getUserMedia({ audio: withDevice(SOUND, deviceId) }));

export const openCamera = (deviceId?: string): Promise<MediaStreamTrack> =>
  first(() => navigator.mediaDevices.getUserMedia({ video: withDevice(PICTURE, deviceId) }));

export const openScreen = (): Promise<MediaStreamTrack> =>
  first(() => navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { max: 15 } }, audio: false }));

async function first(open: () => Promise<MediaStream>): Promise<MediaStreamTrack> {
  return (await open()).getTracks()[0]!;
}

/** Asks for both at once. If only one is there, uses that one. */
export async function openBoth(): Promise<{
  audio: MediaStreamTrack | null;
  video: MediaStreamTrack | null;
  problem: MediaProblem | null;
}> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: SOUND, video: PICTURE });
    return { audio: stream.getAudioTracks()[0]!, video: stream.getVideoTracks()[0]!, problem: null };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === 'denied' || problem === 'unsupported') return { audio: null, video: null, problem };
    const [audio, video] = await Promise.all([openMicrophone().catch(none), openCamera().catch(none)]);
    return { audio, video, problem };
  }
}

/** A device that fails alone also failed in the joint request, which was already reported. */
const none = () => null;

export function problemOf(error: unknown): MediaProblem {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy';
  return 'unsupported';
}

export async function listDevices(): Promise<Devices> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  const ofKind = (kind: MediaDeviceKind) =>
    devices.filter((device) => device.kind === kind && device.deviceId !== '');
  return { cameras: ofKind('videoinput'), microphones: ofKind('audioinput') };
}
