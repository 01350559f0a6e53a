/** The URL of a picture in the set. */
export const pictureAddress = (name: string): string => `/art/${name}.svg`;

/** Older Safari ignores the theme in an image's own media query; this URL also switches the file to dark. */
export const darkPictureAddress = (name: string): string => `${pictureAddress(name)}#dark`;
