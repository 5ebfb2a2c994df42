// Images of Bitmap annotations.
#pragma once

#include <string>

#include "draw/picture.h"

namespace formola::draw {

// Purpose: the image as a data: address.
// Ensures: "" where the file cannot be read, is larger than some megabytes, or is no image (PNG,
//          JPEG, GIF, BMP or SVG, told by its first bytes); the same for Base64 text in the model.
std::string imageAddress(const ImageShape& image);

}  // namespace formola::draw
