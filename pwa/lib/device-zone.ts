/** IANA name of the device's time zone. */
export const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
